// A view of a session, which is stepped a little in each frame, so the page never freezes.
"use strict";
addEventListener("error", event => { document.documentElement.dataset.error = event.message; });
addEventListener("unhandledrejection", event => { document.documentElement.dataset.error = String(event.reason); });

const SLICE = 0.006; // seconds of each frame; one at 60 Hz has 0.0167
const PAUSE = 350;   // milliseconds between a move and its answer, at least

const at = id => document.getElementById(id);

let engine = null;
let view = null;     // the position that is shown
let values = null;   // what its moves are worth
let due = false;     // there is something to be done
let notBefore = 0;   // a time: the next move is to be seen by itself
let slices = 0, longest = 0; // of the search under way, and milliseconds of a slice
let data = "";       // of the tree, as far as it has come
let viewer = null;   // a promise: the page with the first tree is loaded, and takes the data of others

function ask(words, text = "") {
  const said = JSON.parse(engine.ccall("call", "string", ["string"], [words.join(" ") + "\n" + text]));
  if (said.error) throw new Error(said.error);
  return said;
}

// Where games are kept, if the browser keeps anything.
const saved = {
  get(name) { try { return localStorage.getItem(`alphabeta ${name}`) || ""; } catch (error) { return ""; } },
  set(name, text) { try { localStorage.setItem(`alphabeta ${name}`, text); } catch (error) { /* it does not */ } },
};

const best = () => Math.max(...values.map(entry => entry.value).filter(value => value !== undefined));
const signed = value => `${value}`.replace("-", "−").replace(/^(?=[1-9])/, "+");
// toLocaleString would do it, but takes longer than a frame lasts when it is first called.
const grouped = count => `${count}`.replace(/\B(?=(\d{3})+$)/g, ",");
const rounded = value => Number.isInteger(value) ? value : Number(value.toPrecision(2));

// ------------------------------------------------------------------ what is due

function tell(found) {
  if (found.nodes === undefined) return;
  const depth = found.depth > 0 ? `${found.depth} plies, ` : "";
  at("work").textContent = `${depth}${grouped(found.nodes)} positions, in ${slices} ` +
    `${slices === 1 ? "frame" : "frames"}; the longest slice took ${longest.toFixed(1)} ms`;
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

function grow(found) {
  data = (found.first ? "" : data) + found.piece;
  if (found.tree) put(data);
}

function step() {
  requestAnimationFrame(step);
  if (!due || performance.now() < notBefore) return;
  const before = performance.now();
  const found = ask(["step", SLICE]);
  slices++;
  longest = Math.max(longest, performance.now() - before);
  due = found.due;
  tell(found);
  if (found.view) arrive(found.view);
  if (found.values) advise(found.values);
  if (found.faults) at("advice").textContent = found.faults;
  if (found.piece !== undefined) grow(found);
}

// ------------------------------------------------------------------ the board

const news = () => view.over ? view.result : view.yours ? "Your move." : "Thinking …";

// The number of the move that a click into a cell means: one that goes there, or into its column.
function moveAt(cell) {
  const falls = view.name === "connect4";
  return view.moves.findIndex(move => move.cell === cell || falls && move.cell % view.width === cell % view.width);
}

function play(number) {
  if (!view.yours || number < 0 || number >= view.moves.length) return;
  arrive(ask(["play", number + 1]));
}

// As many buttons as that; those that are there stay, and with them the focus. It moves on from one that goes.
function buttons(parent, count, press) {
  while (parent.children.length > count) {
    const isFocused = parent.lastChild === document.activeElement;
    parent.lastChild.remove();
    if (isFocused && parent.lastChild) parent.lastChild.focus();
  }
  while (parent.children.length < count) {
    const number = parent.children.length;
    const button = document.createElement("button");
    button.addEventListener("click", () => press(number));
    parent.append(button);
  }
  return [...parent.children];
}

function drawCell(button, cell) {
  const owner = view.cells[cell];
  const move = view.moves.findIndex(entry => entry.cell === cell);
  const worth = values && move >= 0 ? values[move].value : undefined;
  const content = owner === 0 ? "empty" : owner === view.you ? "yours" : "the computer’s";
  const place = `row ${Math.floor(cell / view.width) + 1}, column ${cell % view.width + 1}, ${content}`;
  button.className = ["cell", move >= 0 && "open", worth !== undefined && "told", view.row.includes(cell) && "won"]
    .filter(Boolean).join(" ");
  button.tabIndex = move >= 0 ? 0 : -1;
  button.setAttribute("aria-disabled", move < 0);
  button.setAttribute("aria-label", place + (worth === undefined ? "" : `, worth ${signed(rounded(worth))}`));
  const disc = owner > 0 && `disc${owner === 2 ? " two" : ""}${view.last === cell ? " last" : ""}`;
  const label = worth !== undefined && (worth === best() ? "worth best" : "worth");
  const look = `${disc} ${label} ${worth}`;
  if (button.dataset.look === look) return; // a disc that falls goes on falling
  button.dataset.look = look;
  button.replaceChildren(...[disc, label].filter(Boolean).map(name => {
    const span = document.createElement("span");
    span.className = name;
    if (name === label) span.textContent = signed(rounded(worth));
    return span;
  }));
}

function drawMove(button, number) {
  const worth = values ? values[number].value : undefined;
  button.textContent = view.moves[number].text + (worth === undefined ? "" : `: ${signed(rounded(worth))}`);
  button.classList.toggle("best", worth !== undefined && worth === best());
}

function draw() {
  const board = at("board"), moves = at("moves"), isBoard = view.cells !== undefined;
  board.hidden = !isBoard;
  at("position").hidden = moves.hidden = isBoard;
  if (isBoard) {
    board.className = view.name;
    board.style.setProperty("--width", view.width);
    buttons(board, view.cells.length, cell => play(moveAt(cell))).forEach(drawCell);
  } else {
    at("position").textContent = view.position;
    const shown = view.moves.length > 0 ? view.moves.length : moves.children.length; // they wait where the focus is
    const list = buttons(moves, shown, play);
    list.forEach(button => button.setAttribute("aria-disabled", !view.yours));
    if (view.yours) list.forEach(drawMove);
  }
  allow("hint", view.yours);
  allow("back", view.turn > 0);
  allow("review", view.turn > 0);
}

// A button that is disabled would lose the focus; one that is only said to be keeps it.
function allow(id, may) { at(id).setAttribute("aria-disabled", !may); }

const isAllowed = id => at(id).getAttribute("aria-disabled") !== "true";

// Reads out what each move is worth, the best first.
function advise(found) {
  values = found;
  const known = found.filter(entry => entry.value !== undefined).sort((a, b) => b.value - a.value);
  at("advice").textContent = known.map((entry, i) =>
    `${i === 0 ? "Best is " : ""}${entry.text}, worth ${signed(rounded(entry.value))}`).join("; ") + ".";
  draw();
}

function arrive(position) {
  view = position;
  values = null;
  due = true;
  notBefore = view.yours || view.over ? 0 : performance.now() + PAUSE;
  slices = longest = 0;
  draw();
  at("status").textContent = `${view.said} ${news()}`.trim();
  at("advice").textContent = "";
  at("level").value = view.level;
  at("side").value = view.you;
  at("search").classList.toggle("old", view.over || !view.yours);
  saved.set(view.name, view.over ? "" : view.text);
  saved.set("last", view.name);
}

// Arrows go to the next cell in their direction where there is a move.
function go(event) {
  const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  const from = [...at("board").children].indexOf(document.activeElement);
  if (!steps || from < 0) return;
  event.preventDefault();
  const place = cell => [cell % view.width, Math.floor(cell / view.width)];
  const [x, y] = place(from);
  const away = cell => {
    const [dx, dy] = [place(cell)[0] - x, place(cell)[1] - y];
    const ahead = dx * steps[0] + dy * steps[1], aside = Math.abs(dx * steps[1]) + Math.abs(dy * steps[0]);
    return ahead > 0 ? ahead + 2 * aside : Infinity;
  };
  const cells = view.moves.map(move => move.cell).filter(cell => away(cell) < Infinity);
  if (cells.length > 0) at("board").children[cells.reduce((a, b) => away(b) < away(a) ? b : a)].focus();
}

// ------------------------------------------------------------------ beginning

function begin(text = "") {
  arrive(ask(["new", at("which").value, at("side").value, at("level").value], text));
}

// Goes on with the game that was left, if it can still be read.
function goOn() {
  try { begin(saved.get(at("which").value)); } catch (error) { begin(); }
}

const frame = () => new Promise(requestAnimationFrame);

// Bytes of Base64.
function decoded(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const letters = atob(text), bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
  return bytes;
}

async function start() {
  const wasmBinary = decoded(window.WASM);
  await frame();
  engine = await window.alphabeta({ wasmBinary });
  await frame();
  for (let time = 0; ask(["load", time]).due; time = SLICE) await frame(); // at first there is Lua to be set up
  await frame();
  at("which").addEventListener("change", goOn);
  at("side").addEventListener("change", () => begin());
  at("level").addEventListener("change", () => { view = ask(["level", at("level").value]); });
  at("new").addEventListener("click", () => begin());
  const press = (id, act) => at(id).addEventListener("click", () => { if (isAllowed(id)) act(); });
  press("back", () => arrive(ask(["back"])));
  for (const id of ["hint", "review"]) press(id, () => { ask([id]); due = true; });
  at("board").addEventListener("keydown", go);
  if (saved.get("last")) at("which").value = saved.get("last");
  goOn();
  await frame();
  step();
}

start();
