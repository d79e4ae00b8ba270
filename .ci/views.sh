#!/usr/bin/env bash
# Renders recorded trees as people would see them: Graphviz draws them, Chromium shows the pages without
# an error, with what is expected, in both colour schemes, and obeys keys.
set -eu
cd "$(dirname "$0")/.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() { echo "$*" >&2; exit 1; }

browse() { # FLAG... ADDRESS
  timeout 120 chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size=1400,900 \
    --user-data-dir="$folder/profile" "$@" 2>/dev/null
}

# What the document is in the end, its scripts left out.
document() { # NAME PLACE
  browse --dump-dom "file://$folder/$1.html#$2" | sed -e '/<script/,/<\/script>/d'
}

expect() { # NAME PLACE TEXT...
  local name=$1 place=$2 shown text
  shift 2
  shown=$(document "$name" "$place")
  for text; do
    grep -qF -e "$text" <<<"$shown" || fail "$name.html#$place does not show: $text"
  done
  ! grep -qE 'data-(error|broken)' <<<"$shown" || fail "$name.html#$place: $(head -c 500 <<<"$shown")"
}

sh run.sh need graphviz libxml2-utils chromium fonts-dejavu-core
timeout 120 sh run.sh lua .ci/views.lua "$folder" >"$folder/list"

while read -r name nodes _; do
  for format in svg png; do
    timeout 120 dot -T$format "$folder/$name.dot" -o "$folder/$name.$format" 2>"$folder/messages" ||
      fail "dot does not accept $name.dot: $(head -c 500 "$folder/messages")"
    [ ! -s "$folder/messages" ] || fail "dot on $name.dot: $(head -c 500 "$folder/messages")"
  done
  xmllint --noout "$folder/$name.svg" 2>"$folder/messages" ||
    fail "$name.svg is not well formed: $(head -c 500 "$folder/messages")"
  grep -qF '<title>n1</title>' "$folder/$name.svg" || fail "$name.svg has no root"
  expect "$name" "" "data-ready=\"$nodes\"" "<h1>$name</h1>" 'id="n1"'
done <"$folder/list"

# the root's value, the best move's, a cut-off and a position
expect small "" '<span class="value exact">1</span>' '<span class="value lower">≥ 0</span>' \
  'step 45 of 45' 'deep cut' 'O to move'
# in the middle of the search nothing is known of the root, and nothing is shown of what comes later
expect small "step=2" '<span class="value none">…</span>' 'is entered with the window (−∞, ∞)' 'id="n2"'
! document small "step=2" | grep -qF 'id="n3"' || fail "a step shows what comes after it"
expect small "node=26" 'Beta comes from' 'a deep cut-off'
expect odd "" '&lt;/script&gt;&lt;script&gt;' 'two\nlines\r\t\000' '\226\128\168' '\255\192\128' \
  '&lt;/script&gt;\255\000'
expect again "" 'searched again'

# only rows in sight are in the document, even if all nodes are open; keys walk through the search
cat >"$folder/test" <<'END'
<script>
const press = key => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
const place = () => document.getElementById("count").textContent;
const seen = [];
addEventListener("load", () => {
  document.getElementById("all").click();
  seen.push(document.querySelectorAll(".row").length < 100 ? "few rows" : "many rows");
  for (const key of ["Home", "n", "n", "p"]) { press(key); seen.push(place().split(" ")[1]); }
  press("ArrowUp");
  seen.push(document.querySelector(".chosen").id);
  press("ArrowLeft");
  seen.push(document.querySelectorAll(".row").length);
  press("End");
  press(" ");
  seen.push(document.getElementById("play").getAttribute("aria-label"));
  press(" ");
  document.documentElement.dataset.seen = seen.join(", ");
});
</script>
END
cat "$folder/large.html" "$folder/test" >"$folder/keys.html"
expect keys "" 'data-seen="few rows, 1, 2, 3, 2, n1, 1, Pause"'

# another tree begins at its own end, not at the place in the address of the one before
cat >"$folder/test" <<'END'
<script>
addEventListener("load", () => show(at("data").textContent));
</script>
END
cat "$folder/small.html" "$folder/test" >"$folder/another.html"
expect another "step=2" 'step 45 of 45'

# the browser knows each property and value of the style sheet; the ones it does not know it would drop
cat >"$folder/test" <<'END'
<script>
const sheet = document.querySelector("style").textContent;
const unknown = [];
let declarations = 0;
for (const [, property, value] of sheet.matchAll(/([-\w]+)\s*:\s*([^;{}]+)[;}]/g)) {
  declarations++;
  if (!CSS.supports(property, value.trim())) unknown.push(`${property}: ${value}`);
}
document.documentElement.dataset.sheet = declarations > 100 ? unknown.join() || "known" : "too few";
</script>
END
cat "$folder/small.html" "$folder/test" >"$folder/sheet.html"
expect sheet "" 'data-sheet="known"'

browse --screenshot="$folder/light.png" "file://$folder/large.html"
browse --screenshot="$folder/dark.png" --blink-settings=preferredColorScheme=0 "file://$folder/large.html"
for scheme in light dark; do [ -s "$folder/$scheme.png" ] || fail "no picture of the page"; done
! cmp -s "$folder/light.png" "$folder/dark.png" || fail "the colour scheme makes no difference"

echo "views: all as expected"
