// Plays each game of examples/web by clicks, as a script that is added to its page. What has happened is in the
// document element then, and only then the page counts as loaded: until it is closed, an inner page is not.
/* global view, due */
"use strict";
const inner = document.body.appendChild(document.createElement("iframe"));
inner.hidden = true;
inner.contentDocument.open();

const element = id => document.getElementById(id);
const all = selector => [...document.querySelectorAll(selector)];
const check = (holds, what) => { if (!holds) throw new Error(what); };
const soon = () => new Promise(done => setTimeout(done, 20));

async function until(condition, what) {
  for (let i = 0; !condition(); i++) {
    check(i < 1500, `never: ${what}`);
    await soon();
  }
}

function choose(id, value) {
  element(id).value = value;
  element(id).dispatchEvent(new Event("change"));
}

// The viewer says that it is ready, in its own document, which is loaded once for all games.
function isTreeShown() {
  const viewer = element("tree").contentDocument;
  return viewer.documentElement && viewer.documentElement.dataset.ready && viewer.title.startsWith(view.title);
}

const canMove = () => view.over || view.yours;
const places = () => all(view.cells ? "#board .cell" : "#moves button");
const freePlaces = () => places().filter(place => place.getAttribute("aria-disabled") === "false");

// A move is made from the keyboard, whose focus stays.
async function move(place) {
  place.focus();
  place.click();
  await until(canMove, "an answer");
  const stays = view.cells ? document.activeElement === place : places().includes(document.activeElement);
  check(stays, "the focus is lost");
}

// The Tab key stops at legal moves only, and arrows go from one to another.
function tryKeys() {
  const stops = all("#board .cell").filter(cell => cell.tabIndex >= 0);
  check(stops.length === new Set(view.moves.map(entry => entry.cell)).size, "stops of the Tab key");
  if (stops.length < 2) return;
  stops[0].focus();
  for (const key of ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"]) {
    document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    check(stops.includes(document.activeElement), "the focus is where nothing can be played");
  }
}

async function tryHint() {
  element("hint").click();
  await until(() => element("advice").textContent.startsWith("Best is "), "values");
  check(!view.cells || all(".worth").length === view.moves.length, "values of all moves");
  const isRead = cell => cell.getAttribute("aria-label").includes("worth");
  check(!view.cells || freePlaces().every(isRead), "values are read out");
}

// A game that is left is there again.
function leaveAndReturn() {
  const { name, turn, text } = view;
  choose("which", name === "pig" ? "ewn" : "pig");
  check(view.name !== name, "another game");
  choose("which", name);
  check(view.turn === turn && view.text === text, "the game that was left");
}

async function playThrough(game, turns) {
  choose("which", game);
  choose("level", "1");
  check(view.name === game && view.turn === 0, `${game} begins`);
  await until(canMove, "dice");
  await tryHint();
  if (view.cells) tryKeys();
  await move(freePlaces()[0]);
  leaveAndReturn();
  await until(canMove, "dice");
  element("back").click();
  check(view.turn === 0, "taken back");
  await until(canMove, "dice");
  await until(isTreeShown, "a tree");
  choose("level", "5");
  await move(freePlaces()[0]);
  const frames = Number(/in ([0-9]+) frame/.exec(element("work").textContent)[1]);
  check(!["connect4", "othello", "kalah"].includes(game) || frames > 10, `${frames} frames`);
  choose("level", "1");
  for (let i = 0; i < turns && !view.over; i++) {
    await move(freePlaces().pop());
    check(view.over || element("status").textContent.endsWith("Your move."), "what was played");
  }
  element("review").click();
  await until(() => /better|bad|hidden/.test(element("advice").textContent), "a review");
  check(!view.over || /win|draw/i.test(element("status").textContent), "an end");
  check(!view.over || !view.result.includes("win") || !["tictactoe", "connect4"].includes(game) ||
    all(".won").length === (game === "tictactoe" ? 3 : 4), "the winning row");
}

async function playAll() {
  await until(() => document.documentElement.dataset.error || view !== null && !due, "a position");
  check(document.documentElement.scrollWidth <= innerWidth, "the page is too wide");
  document.body.style.width = "360px"; // a small phone: windows cannot be that narrow
  check(innerWidth > 600 || document.body.scrollWidth <= 360, "the page is too wide for a phone");
  document.body.style.width = "";
  localStorage.clear();
  for (const game of ["tictactoe", "connect4", "othello", "briscola"]) await playThrough(game, Infinity);
  for (const game of ["kalah", "pig", "ewn"]) await playThrough(game, 3);
  choose("which", "othello");
  for (let i = 0; i < 4; i++) {
    await until(canMove, "an answer");
    freePlaces()[1].click();
  }
  await until(canMove, "an answer");
  await tryHint();
  await until(isTreeShown, "a tree");
}

playAll()
  .then(() => { document.documentElement.dataset.played = "all"; })
  .catch(error => { document.documentElement.dataset.played = error.message; })
  .finally(() => inner.contentDocument.close());
