// A board to click. The search is a value that is stepped a little in each frame, so the page never freezes.
"use strict";
addEventListener("error", event => { document.documentElement.dataset.error = event.message; });
addEventListener("unhandledrejection", event => { document.documentElement.dataset.error = String(event.reason); });

const SLICE = 0.006; // seconds of each frame; one at 60 Hz has 0.0167
const PAUSE = 350;   // milliseconds between a move and its answer, at least

const at = id => document.getElementById(id);
const frame = () => new Promise(requestAnimationFrame);
const wait = milliseconds => new Promise(done => setTimeout(done, milliseconds));

let engine = null;
let view = null;  // the position that is shown
let asked = 0;    // which search is wanted: an older one ends where it is
let longest = 0;  // milliseconds of a slice
let viewer = null; // a promise: the page with the first tree is loaded, and takes the data of others

function ask(...words) {
  const said = JSON.parse(engine.ccall("call", "string", ["string"], [words.join(" ")]));
  if (said.error) throw new Error(said.error);
  return said;
}

const you = () => Number(at("side").value);
const isYours = () => !view.over && view.player === you();

// ------------------------------------------------------------------ searching

function tell(found, frames) {
  const depth = found.depth > 0 ? `${found.depth} plies, ` : "";
  at("work").textContent = `${depth}${found.nodes.toLocaleString("en")} positions, in ${frames} ` +
    `${frames === 1 ? "frame" : "frames"}; the longest slice took ${longest.toFixed(1)} ms`;
}

// Searches in slices; nothing if another search is asked for meanwhile.
async function search(...words) {
  const mine = ++asked;
  ask(...words);
  longest = 0;
  let text = "";
  for (let frames = 1; ; frames++) {
    await frame();
    if (mine !== asked) return null;
    const before = performance.now();
    const found = ask("step", SLICE);
    longest = Math.max(longest, performance.now() - before);
    if (words[0] !== "tree") tell(found, frames);
    text += found.text || "";
    if (found.done) return { ...found, text };
  }
}

// The viewer is a page of its own, which takes longer to load than a frame lasts. So it is loaded once.
function put(text) {
  const inner = at("tree");
  if (viewer === null) {
    inner.srcdoc = text;
    viewer = new Promise(done => inner.addEventListener("load", done, { once: true }));
  } else {
    viewer.then(() => inner.contentWindow.postMessage(text, "*"));
  }
}

async function showTree() {
  const found = await search("tree", viewer === null ? "page" : "data");
  if (found) put(found.text);
}

async function answer() {
  const found = await search("think", at("level").value);
  if (!found) return;
  const mine = asked;
  await wait(PAUSE);
  if (mine === asked) arrive(ask("play", found.move));
}

async function hint() {
  const found = await search("hint");
  if (!found) return;
  const best = Math.max(...found.values.map(entry => entry.value));
  for (const { cell, value } of found.values) {
    const label = document.createElement("span");
    label.className = value === best ? "worth best" : "worth";
    label.textContent = Math.round(value) > 0 ? `+${Math.round(value)}` : `${Math.round(value)}`.replace("-", "−");
    at("board").children[cell].classList.add("told");
    at("board").children[cell].append(label);
  }
}

// ------------------------------------------------------------------ the board

function news() {
  if (!view.over) return isYours() ? "Your move" : "Thinking …";
  if (view.winner === 0) return "A draw";
  return view.winner === you() ? "You win" : "The computer wins";
}

// The move that a click into a cell means: one that goes there, or into its column.
function moveAt(cell) {
  const falls = view.name === "connect4";
  return view.moves.find(move => move.cell === cell || falls && move.cell % view.width === cell % view.width);
}

function makeCell(owner, cell) {
  const button = document.createElement("button");
  const column = cell % view.width + 1, row = Math.floor(cell / view.width) + 1;
  const content = ["empty", "first player", "second player"][owner];
  button.className = "cell";
  button.setAttribute("aria-label", `row ${row}, column ${column}, ${content}`);
  if (isYours() && moveAt(cell)) {
    button.classList.add("open");
    button.addEventListener("click", () => arrive(ask("play", moveAt(cell).move)));
  }
  if (owner > 0) {
    const disc = document.createElement("span");
    disc.className = `disc${owner === 2 ? " two" : ""}${view.last === cell ? " last" : ""}`;
    button.append(disc);
  }
  return button;
}

function draw() {
  at("board").className = view.name;
  at("board").style.setProperty("--width", view.width);
  at("board").replaceChildren(...view.cells.map(makeCell));
  at("status").textContent = news();
  at("hint").disabled = !isYours();
  at("back").disabled = view.plies === 0;
}

function arrive(position) {
  asked++;
  view = position;
  draw();
  if (view.over) at("work").textContent = "";
  else if (isYours()) showTree();
  else answer();
}

function takeBack() {
  let position = ask("back");
  while (position.plies > 0 && position.player !== you()) position = ask("back");
  arrive(position);
}

const begin = () => arrive(ask("new", at("which").value));

async function start() {
  engine = await window.alphabeta();
  for (const id of ["which", "side"]) at(id).addEventListener("change", begin);
  at("new").addEventListener("click", begin);
  at("back").addEventListener("click", takeBack);
  at("hint").addEventListener("click", hint);
  begin();
}

start();
