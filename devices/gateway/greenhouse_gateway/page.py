"""The gateway's own page: what its boards measured, and what waits for the internet.

It needs no internet, no script and no other file. It shows texts of boards, so all of them are
escaped.
"""

import calendar
import re
import time
from html import escape

from greenhouse.answers import single_line

from .announcement import EXPIRE_AFTER_S
from .quantities import ENTITIES
from .signals import BOUNDS

REFRESH_S = 30
MINUTE_S, HOUR_S, DAY_S = 60, 3600, 86400
# A value shows its own age if it is older than its board's newest by more than this.
SAME_READING_S = 90
MAX_TEXT_LENGTH = 200
WORDS = {"co2": "CO₂", "ec": "EC", "ph": "pH", "ppfd": "PPFD", "rssi": "signal", "snr": "SNR",
         "linkquality": "link quality"}
UNITS = {"rssi": "dBm", "snr": "dB"}
HEADERS = {
    "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
                               "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}

# The colours of the farm page.
STYLE = """
:root { color-scheme: light dark; --page: #f4f6f2; --card: #fff; --ink: #182018; --quiet: #566256;
  --line: #dde3da; --accent: #1c6b3a; --warn: #7d4c00; --warn-soft: #fdf1d8; }
@media (prefers-color-scheme: dark) {
  :root { --page: #101410; --card: #191f19; --ink: #e6ece4; --quiet: #a2ada0; --line: #2d352d;
    --accent: #72d092; --warn: #f3bd58; --warn-soft: #32270f; }
}
* { box-sizing: border-box; }
body { margin: 0; padding: 16px; background: var(--page); color: var(--ink);
  font: 16px/1.4 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 1248px; margin: 0 auto; }
h1, h2, p { margin: 0; }
h1 { font-size: 22px; }
h2 { font-size: 17px; }
.state, .board { background: var(--card); border: 1px solid var(--line); border-radius: 12px;
  padding: 12px 14px; }
.state { margin: 12px 0; display: grid; gap: 4px; }
.state strong { color: var(--accent); }
.state.late { background: var(--warn-soft); }
.state.late strong, .old { color: var(--warn); }
.quiet, .old { font-size: 14px; }
.quiet { color: var(--quiet); }
.boards { display: grid; gap: 12px; align-items: start; grid-template-columns: repeat(auto-fill, minmax(min(100%, 288px), 1fr)); }
.board > header { display: flex; gap: 4px 12px; flex-wrap: wrap; align-items: baseline;
  justify-content: space-between; }
dl { margin: 8px 0 0; }
dl + p { border-top: 1px solid var(--line); padding: 4px 0 0; }
dl div { display: flex; gap: 12px; justify-content: space-between; align-items: baseline;
  border-top: 1px solid var(--line); padding: 4px 0; }
dt { color: var(--quiet); }
dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums; }
dd b { font-size: 18px; font-weight: 600; }
footer { margin: 16px 0 0; }
"""


def render(state, waiting_ms, boards, now_ms):
    """Returns the page's HTML.

    `state`: as the relay tells it. `waiting_ms`: the age of the oldest waiting reading; None
    without one. `boards`: from Newest. `now_ms`: Unix milliseconds.
    """
    cards = "\n".join(_card(board, state["kept"].get(board.uid)) for board in boards)
    return """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="%d">
<title>Greenhouse gateway</title>
<link rel="icon" href="data:,">
<style>%s</style>
</head>
<body>
<main>
<h1>Greenhouse gateway</h1>
%s
%s
<footer class="quiet">This page is made by the gateway itself and loads again every %d seconds.</footer>
</main>
</body>
</html>
""" % (REFRESH_S, STYLE, _summary(state, waiting_ms, now_ms), '<div class="boards">\n%s\n</div>' % cards
       if boards else '<p class="quiet">No board has sent anything since the gateway started.</p>',
       REFRESH_S)


def _summary(state, waiting_ms, now_ms):
    waiting = state["waiting"]
    lines = []
    if waiting:
        oldest = ", the oldest from %s ago" % duration(waiting_ms) if waiting_ms is not None else ""
        lines.append("{:,} {}{}.".format(
            waiting, "readings wait" if waiting > 1 else "reading waits", oldest))
    if state["error"] is not None:
        title = "Nothing can be sent"
        since_ms = calendar.timegm(time.strptime(state["failingSince"], "%Y-%m-%dT%H:%M:%SZ")) * 1000
        lines.append("For %s: %s" % (duration(max(0, now_ms - since_ms)), _text(state["error"])))
    elif state["kept"]:
        title = "Some boards are not accepted"
    elif waiting:
        title = "Readings are being sent"
    else:
        title = "Everything is sent" if state["stored"] else "Nothing to send yet"
    if not state["isOnDisk"]:
        lines.append("The disk cannot be written: waiting readings are only in memory.")
    if state["overflowed"]:
        lines.append("{:,} dropped since the start, because the store was full.".format(
            state["overflowed"]))
    is_late = state["error"] is not None or state["kept"] or not state["isOnDisk"]
    return '<section class="state%s">\n<strong>%s</strong>\n%s\n</section>' % (
        " late" if is_late else "", title, "\n".join("<p>%s</p>" % line for line in lines))


def _card(board, refusal):
    is_silent = board.age_ms > EXPIRE_AFTER_S * 1000
    rows = "\n".join(_row(name, value, age_ms if age_ms - board.age_ms > SAME_READING_S * 1000 else None)
                     for name, (value, age_ms) in board.values.items() if name not in BOUNDS)
    signals = " · ".join("%s %s" % (_text(words_of(name)), _measured(name, value))
                         for name, (value, _) in board.values.items() if name in BOUNDS)
    notes = []
    if board.name is not None:
        notes.append('<p class="quiet">%s</p>' % _text(board.uid))
    if refusal is not None:
        notes.append('<p class="old">Not accepted: %s</p>' % _text(refusal))
    parts = ["<header><h2>%s</h2><span class=\"%s\">%s ago</span></header>" % (
        _text(board.name or board.uid), "old" if is_silent else "quiet", duration(board.age_ms))]
    parts += notes
    parts.append("<dl>\n%s\n</dl>" % rows if rows else '<p class="quiet">No values</p>')
    if signals:
        parts.append('<p class="quiet">%s</p>' % signals)
    return '<article class="board">\n%s\n</article>' % "\n".join(parts)


def _row(name, value, age_ms):
    age = ' <span class="quiet">%s ago</span>' % duration(age_ms) if age_ms is not None else ""
    return "<div><dt>%s</dt><dd>%s%s</dd></div>" % (
        _text(words_of(name)), _measured(name, value), age)


def _measured(name, value):
    unit = UNITS.get(name) or ENTITIES.get(name, (None, None))[1]
    return "<b>%s</b>%s" % (number_text(value), "\u00a0" + escape(unit) if unit else "")


def words_of(name):
    """Returns a measurement's name as words: "Soil moisture"."""
    words = WORDS.get(name) or re.sub(r"([A-Z])", r" \1", name).lower()
    return words if name == "ph" else words[0].upper() + words[1:]


def number_text(value):
    """Returns a number with two decimals at most, and a real minus sign."""
    value = round(value, 2)
    text = "{:,.0f}".format(value) if abs(value) >= 10000 else "%.10g" % value
    return text.replace("-", "\u2212")


def duration(milliseconds):
    """Returns an age in one or two units: "2 h 5 min"."""
    seconds = int(milliseconds // 1000)
    for unit, word, smaller, smaller_word in ((DAY_S, "d", HOUR_S, "h"), (HOUR_S, "h", MINUTE_S, "min")):
        if seconds >= unit:
            rest = seconds % unit // smaller
            return "%d\u00a0%s" % (seconds // unit, word) + (
                " %d\u00a0%s" % (rest, smaller_word) if rest else "")
    return "%d\u00a0min" % (seconds // MINUTE_S) if seconds >= MINUTE_S else "%d\u00a0s" % seconds


def _text(text):
    return escape(single_line(text, MAX_TEXT_LENGTH))
