// Plays each game of examples/web by clicks, as a script that is added to its page. What has happened is in the
// document element then, and only then the page counts as loaded: until it is closed, an inner page is not.
/* global view, isYours */
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

const canMove = () => view.over || isYours();

async function playThrough(game) {
  choose("which", game);
  choose("level", "1");
  check(view.name === game && view.plies === 0, `${game} begins`);
  element("hint").click();
  await until(() => all(".worth").length === view.moves.length, "values of all moves");
  all(".cell.open")[0].click();
  await until(canMove, "an answer");
  element("back").click();
  check(view.plies === 0, "taken back");
  await until(isTreeShown, "a tree");
  choose("level", "5");
  all(".cell.open")[0].click();
  await until(canMove, "an answer of the strongest");
  const frames = Number(/in ([0-9]+) frame/.exec(element("work").textContent)[1]);
  check(game === "tictactoe" || frames > 10, `${frames} frames`);
  choose("level", "1");
  while (!view.over) {
    all(".cell.open").pop().click();
    await until(canMove, "an answer");
  }
  check(/win|draw/.test(element("status").textContent), "an end");
}

async function play() {
  await until(() => document.documentElement.dataset.error || view !== null, "a position");
  check(document.documentElement.scrollWidth <= innerWidth, "the page is too wide");
  document.body.style.width = "360px"; // a small phone: windows cannot be that narrow
  check(innerWidth > 600 || document.body.scrollWidth <= 360, "the page is too wide for a phone");
  document.body.style.width = "";
  for (const game of ["tictactoe", "connect4", "othello"]) await playThrough(game);
  choose("which", "othello");
  for (let i = 0; i < 4; i++) {
    await until(canMove, "an answer");
    all(".cell.open")[1].click();
  }
  await until(canMove, "an answer");
  element("hint").click();
  await until(() => all(".worth").length > 0, "values");
  await until(isTreeShown, "a tree");
}

play()
  .then(() => { document.documentElement.dataset.played = "all"; })
  .catch(error => { document.documentElement.dataset.played = error.message; })
  .finally(() => inner.contentDocument.close());
