// Shows a recorded tree. It is a list of rows of equal height, and only those in sight are in the document, so that
// large trees are quick. The search is replayed as a list of events: a node is entered, a node is left.
"use strict";
addEventListener("error", event => { document.documentElement.dataset.error = event.message; });

let tree, count;              // the data, and how many nodes there are
let ply, last, entered, left; // of each node: its ply, the last node below it, the steps that enter and leave it
let events, lastStep;         // at each step: { node, leaves }

const at = id => document.getElementById(id);
const text = (column, node) => tree.strings[tree[column][node]];

// ------------------------------------------------------------------ the search as a list of events


const isInner = node => last[node] > node;
const hasValue = node => tree.bound[node] > 0;

function leave(node) {
  if (!hasValue(node) && !tree.again[node]) return;
  events.push({ node, leaves: true });
  left[node] = events.length - 1;
}

function measure() {
  ply = new Uint32Array(count);
  last = new Uint32Array(count);
  for (let node = 0; node < count; node++) {
    last[node] = node;
    if (node > 0) ply[node] = ply[tree.parent[node]] + 1;
  }
  for (let node = count - 1; node > 0; node--) {
    const parent = tree.parent[node];
    if (last[node] > last[parent]) last[parent] = last[node];
  }
}

function listEvents() {
  entered = new Uint32Array(count);
  left = new Float64Array(count).fill(Infinity);
  events = [null];
  const path = [];
  for (let node = 0; node < count; node++) {
    while (path.length > ply[node]) leave(path.pop());
    events.push({ node, leaves: false });
    entered[node] = events.length - 1;
    if (isInner(node)) path.push(node);
    else if (hasValue(node)) left[node] = entered[node];
    while (!isInner(node) && path.length > ply[node]) leave(path.pop());
  }
  while (path.length > 0) leave(path.pop());
  lastStep = events.length - 1;
}

// ------------------------------------------------------------------ what is shown

const ALL_OPEN_UP_TO = 150;
const ROW = 28, INDENT = 20; // in pixels, as in the style sheet

let step, chosen;
let mode;            // which nodes are open without being asked
let asked;           // node -> open or closed by hand
let rows = [];       // the nodes that have a row
let way = new Set(); // from the root to the node of this step

const isKnown = node => left[node] <= step;

function isOpen(node) {
  if (asked.has(node)) return asked.get(node);
  if (mode === "all") return true;
  return mode === "line" && (step < lastStep ? way.has(node) : tree.pv[node] === 1);
}

function listRows() {
  rows = [];
  let node = 0;
  while (node < count && entered[node] <= step) {
    rows.push(node);
    node = isOpen(node) ? node + 1 : last[node] + 1;
  }
}

const BOUNDS = ["none", "given", "exact", "lower", "upper", "mean"];
const SIGNS = { lower: "≥ ", upper: "≤ " };
const CUTS = ["", "cut", "deep cut", "cut", "cut", "cut", "cut"];

function element(name, className, ...content) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...content);
  return made;
}

function shownValue(node) {
  const bound = BOUNDS[tree.bound[node]];
  if (bound === "none" || !isKnown(node)) return element("span", "value none", isKnown(node) ? "?" : "…");
  return element("span", "value " + bound, (SIGNS[bound] || "") + text("value", node));
}

// The best move so far of a node that is being searched; undefined if there is none.
function bestSoFar(node) {
  let best;
  for (let child = node + 1; child <= last[node] && entered[child] <= step; child = last[child] + 1) {
    if (tree.raises[child] && isKnown(child)) best = child;
  }
  return best;
}

const windowOf = node => `(${text("alpha", node)}, ${text("beta", node)})`;
// toLocaleString would do it, but takes longer than a frame lasts when it is first called.
const number = n => `${n}`.replace(/\B(?=(\d{3})+$)/g, ",");

function makeRow(node) {
  const open = isOpen(node);
  const row = element("div", "row");
  row.id = "n" + (node + 1);
  row.dataset.node = node;
  row.role = "treeitem";
  row.ariaLevel = ply[node] + 1;
  row.ariaSelected = node === chosen;
  row.classList.toggle("pv", tree.pv[node] === 1);
  row.classList.toggle("chosen", node === chosen);
  row.classList.toggle("current", step < lastStep && node === events[step].node);
  const indent = element("span", "indent");
  indent.style.width = ply[node] * INDENT + "px";
  const twisty = element("span", "twisty", isInner(node) ? (open ? "▾" : "▸") : "");
  row.append(indent, twisty, element("span", "move", text("move", node)), shownValue(node),
    element("span", "window", windowOf(node)));
  if (tree.cut[node] && isKnown(node)) row.append(element("span", "cut", "✂\uFE0E " + CUTS[tree.cut[node]]));
  if (tree.again[node] && isKnown(node)) row.append(element("span", "below", "searched again"));
  if (!isKnown(node) && bestSoFar(node) !== undefined) {
    row.append(element("span", "below", text("worth", bestSoFar(node)) + " so far"));
  }
  if (isInner(node)) row.ariaExpanded = open;
  if (isInner(node) && !open) row.append(element("span", "below", number(last[node] - node) + " below"));
  return row;
}

function drawRows() {
  const top = Math.max(0, Math.floor(at("tree").scrollTop / ROW) - 5);
  const inSight = Math.ceil(at("tree").clientHeight / ROW) + 10;
  const shown = rows.slice(top, top + inSight);
  at("rows").style.height = (rows.length + 1) * ROW + "px";
  at("rows").style.paddingTop = top * ROW + "px";
  at("rows").replaceChildren(...shown.map(makeRow));
  at("tree").setAttribute("aria-activedescendant", "n" + (chosen + 1));
}

// Scrolls no farther than it must. The rows decide how wide the tree is, so they are drawn in between.
function bringIntoSight(node) {
  const view = at("tree");
  const top = rows.indexOf(node) * ROW, indent = ply[node] * INDENT;
  if (top < 0) return;
  if (top < view.scrollTop + ROW) view.scrollTop = top - ROW;
  else if (top + 2 * ROW > view.scrollTop + view.clientHeight) {
    view.scrollTop = top + 2 * ROW - view.clientHeight;
  }
  drawRows();
  if (indent < view.scrollLeft || indent + view.clientWidth / 3 > view.scrollLeft + view.clientWidth) {
    view.scrollLeft = indent - view.clientWidth / 2;
  }
}

// ------------------------------------------------------------------ in words

function nameOf(node) {
  return node === 0 ? text("move", 0) : "move " + text("move", node);
}

function link(node) {
  const made = element("button", "link", `${nameOf(node)} (node ${number(node + 1)})`);
  made.dataset.node = node;
  return made;
}

const REMARKS = {
  given: ", as it was given: a leaf.",
  mean: ": a mean of playouts, or proven.",
  exact: ", exactly: it lies inside the window.",
  lower: " or more: beta is reached, and that was enough to know.",
  upper: " or less: nothing here is better than alpha.",
};

function valueInWords(node) {
  if (isKnown(node) && hasValue(node)) {
    const bound = BOUNDS[tree.bound[node]];
    const worth = ["worth ", element("b", "", text("value", node))];
    if (tree.probed[node]) return [...worth, ` or ${bound === "lower" ? "more" : "less"}: it was only probed.`];
    const source = tree.leaf[node] && bound !== "given" && bound !== "mean" ? " It was not expanded." : "";
    return [...worth, REMARKS[bound], source];
  }
  if (isKnown(node)) return ["better than a null window can tell. It is searched again in a wider one."];
  return [step < lastStep ? "being searched." : "not finished: the search was stopped."];
}

function cutInWords(node) {
  const by = tree.by[node];
  const met = `${text("value", node)} is not below beta, ${text("beta", node)}. `;
  switch (tree.cut[node]) {
    case 1: return [met, "Beta comes from ", link(by), ", which the player one ply above can choose instead:"
      + " so this position will not be chosen, and its other moves do not matter."];
    case 2: return [met, "Beta comes from ", link(by), `, ${ply[node] - ply[by]} plies further up: a deep`
      + " cut-off. It can be chosen there instead: so play will not come here, and the other moves here do"
      + " not matter."];
    case 3: return [met, "Beta belongs to the null window in which ", link(by), " was only tested: is it"
      + " better than what was known before?"];
    case 4: return [met, "Beta comes from the window at the root: more was not asked for."];
    case 6: return [`${text("value", node)} is not above alpha, ${text("alpha", node)}: the other outcomes cannot`
      + " bring more."];
    default: return [met];
  }
}

function raiseInWords(node) {
  return tree.raises[node] ? [" By then it is the best move at ", link(tree.parent[node]), "."] : [];
}

function story() {
  const { node, leaves } = events[step];
  if (!leaves && isInner(node)) return [link(node), ` is entered with the window ${windowOf(node)}.`];
  const cut = tree.cut[node] ? [" Cut off: ", ...cutInWords(node)] : [];
  return [link(node), " is ", ...valueInWords(node), ...cut, ...raiseInWords(node)];
}

function crumbs(node) {
  const parts = [];
  for (let up = node; up >= 0; up = tree.parent[up]) {
    const crumb = element("button", "link", text("move", up));
    crumb.dataset.node = up;
    parts.unshift(crumb);
    if (up > 0) parts.unshift(" › ");
  }
  return parts;
}

function drawDetails() {
  const node = chosen;
  const heading = words => element("h2", "", words);
  const paragraph = (...content) => element("p", "", ...content);
  const parts = [
    heading(`Node ${number(node + 1)}, ply ${ply[node]}`),
    element("p", "crumbs", ...crumbs(node)),
    paragraph("Window ", element("b", "", windowOf(node))),
    paragraph("The position is ", ...valueInWords(node)),
  ];
  if (isInner(node)) parts.push(paragraph(`Nodes below: ${number(last[node] - node)}.`));
  if (isKnown(node) && tree.raises[node]) parts.push(paragraph(...raiseInWords(node)));
  if (isKnown(node) && tree.cut[node]) parts.push(heading("Cut-off"), paragraph(...cutInWords(node)));
  if (tree.position[node] >= 0) {
    parts.push(heading("Position"), element("pre", "", text("position", node)));
  }
  at("details").replaceChildren(...parts);
}

function drawSummary() {
  const entries = [["Value", shownValue(0)], ["Nodes", number(tree.nodes)], ["Leaves", number(tree.leaves)],
    ["Cut-offs", number(tree.cutoffs)]];
  if (tree.nodes !== count || tree.truncated) {
    entries.push(["Recorded", number(count) + (tree.truncated ? ", and no more" : "")]);
  }
  at("summary").replaceChildren(...entries.map(([name, value]) =>
    element("div", "", element("dt", "", name), element("dd", "", value))));
}

// ------------------------------------------------------------------ doing

function draw() {
  listRows();
  drawRows();
  drawDetails();
  at("slider").value = step;
  at("count").textContent = `step ${number(step)} of ${number(lastStep)}`;
  at("story").replaceChildren(...story());
}

let keeping;

// The address remembers the place. Not at once: browsers do not like it to change many times a second. A page within a
// page has no address of its own.
function keepAddress() {
  if (location.protocol === "about:") return;
  clearTimeout(keeping);
  keeping = setTimeout(() => {
    history.replaceState(null, "", `#step=${step}&node=${chosen + 1}`);
  }, 300);
}

function choose(node) {
  chosen = node;
  for (let up = tree.parent[node]; up >= 0; up = tree.parent[up]) if (!isOpen(up)) asked.set(up, true);
  if (entered[node] > step) return goTo(entered[node]);
  draw();
  bringIntoSight(node);
  keepAddress();
}

function goTo(wanted) {
  step = Math.min(lastStep, Math.max(1, wanted));
  chosen = events[step].node;
  way = new Set();
  for (let up = chosen; up >= 0; up = tree.parent[up]) way.add(up);
  draw();
  bringIntoSight(chosen);
  keepAddress();
}

function setOpen(node, open) {
  asked.set(node, open);
  draw();
}

function setMode(wanted) {
  mode = wanted;
  asked = new Map(wanted === "none" ? [[0, true]] : []);
  draw();
  bringIntoSight(chosen);
}

let playing = null;

function pause() {
  clearInterval(playing);
  playing = null;
  at("play").textContent = "▶";
  at("play").ariaLabel = "Play";
}

function play() {
  const speed = Number(at("speed").value);
  const pace = Math.max(1000 / speed, 50);
  if (step === lastStep) goTo(1);
  at("play").textContent = "‖";
  at("play").ariaLabel = "Pause";
  playing = setInterval(() => {
    goTo(step + Math.round(speed * pace / 1000));
    if (step === lastStep) pause();
  }, pace);
}

function togglePlay() {
  if (playing === null) play();
  else pause();
}

function walk(wanted) {
  pause();
  goTo(wanted);
}

const KEYS = {
  n: () => walk(step + 1),
  p: () => walk(step - 1),
  " ": togglePlay,
  Home: () => walk(1),
  End: () => walk(lastStep),
};

const neighbour = distance => {
  const node = rows[rows.indexOf(chosen) + distance];
  if (node !== undefined) choose(node);
};

const TREE_KEYS = {
  ArrowDown: () => neighbour(1),
  ArrowUp: () => neighbour(-1),
  ArrowRight: () => {
    if (!isInner(chosen)) return;
    if (isOpen(chosen)) neighbour(1);
    else setOpen(chosen, true);
  },
  ArrowLeft: () => {
    if (isInner(chosen) && isOpen(chosen)) setOpen(chosen, false);
    else if (chosen > 0) choose(tree.parent[chosen]);
  },
};

addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const busy = event.target.closest("button, select, input");
  const action = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    || !busy && TREE_KEYS[event.key];
  if (!action || busy && event.key === " ") return;
  event.preventDefault();
  action();
});

addEventListener("click", event => {
  const linked = event.target.closest(".link");
  if (linked) choose(Number(linked.dataset.node));
});

at("rows").addEventListener("click", event => {
  const row = event.target.closest(".row");
  if (!row) return;
  const node = Number(row.dataset.node);
  if (event.target.closest(".twisty")) setOpen(node, !isOpen(node));
  else choose(node);
});
at("rows").addEventListener("dblclick", event => {
  const row = event.target.closest(".row");
  if (row) setOpen(Number(row.dataset.node), !isOpen(Number(row.dataset.node)));
});

at("first").onclick = () => walk(1);
at("previous").onclick = () => walk(step - 1);
at("next").onclick = () => walk(step + 1);
at("end").onclick = () => walk(lastStep);
at("play").onclick = togglePlay;
at("speed").onchange = () => { if (playing !== null) { pause(); play(); } };
at("slider").oninput = () => walk(Number(at("slider").value));
at("all").onclick = () => setMode("all");
at("line").onclick = () => setMode("line");
at("none").onclick = () => setMode("none");
at("tree").onscroll = drawRows;
addEventListener("resize", drawRows);

// "#step=12&node=5": the place to begin with, each part optional
function followAddress() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  const read = (name, most) => Math.min(most, Math.max(1, Number.parseInt(wanted.get(name), 10) || most));
  goTo(read("step", lastStep));
  if (wanted.has("node")) choose(read("node", count) - 1);
}
addEventListener("hashchange", followAddress);

// Shows a tree, and begins at its end, or as told.
function show(data, begin = () => goTo(lastStep)) {
  pause();
  tree = JSON.parse(data);
  count = tree.parent.length;
  measure();
  listEvents();
  [step, chosen] = [lastStep, 0];
  mode = count <= ALL_OPEN_UP_TO ? "all" : "line";
  asked = new Map();
  at("slider").max = lastStep;
  document.title = document.querySelector("h1").textContent = tree.title;
  drawSummary();
  begin();
  document.documentElement.dataset.ready = count;
}

// A page around this one may send the data of another tree.
addEventListener("message", event => {
  if (parent !== window && event.source === parent) show(event.data);
});

// In a task of its own: to load the page is one already.
addEventListener("load", () => show(at("data").textContent, followAddress));
