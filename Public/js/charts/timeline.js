// Attempts and waits over time in two lanes: what the client does, and what reaches the server. A message that never
// arrives is a broken arrow.
//
// model: { title, summary,
//   attempts: [{ number, startMs, endMs, outcome: "ok" | "failed" | "lost", label, arrived, answered,
//     requests?: [{ startMs, endMs, outcome }] }],    what the server counted, where that may be more
//   waits: [{ startMs, endMs, label, isTold }],     isTold: the server said how long
//   stop: { atMs, label } | null, marks }
import { svg } from "../dom.js";
import { duration, number } from "../format.js";
import { drawMarks, textWidth, timeUnit, xAxis } from "./axes.js";
import { Plot } from "./plot.js";
import { stretched } from "./stretched.js";

/** More attempts than this are drawn as mere strokes. */
const MANY = 60;

const renderer = {
  kind: "timeline",
  legend: () => [],
  options: ({ attempts }) => (attempts.length > MANY ? [] : [{ name: "stretch", label: "Stretch short times" }]),
  draw,
};

export function make(model) {
  return new Plot(renderer, model);
}

function draw(layer, { width, height, type }, model, options) {
  const { attempts, waits, stop } = model;
  const last = Math.max(1, stop?.atMs ?? 0, ...attempts.map(({ endMs }) => endMs), ...waits.map(({ endMs }) => endMs));
  const time = timeUnit(last);
  const box = { left: textWidth("Server", type) + type, right: width - 12, top: type * 1.2, bottom: height - type * 3.2 };
  const moments = [...attempts, ...waits, ...attempts.flatMap(({ requests = [] }) => requests)].flatMap(({ startMs, endMs }) => [startMs, endMs]);
  const isStretched = options.has("stretch") && attempts.length <= MANY;
  const axis = { title: `time since the first attempt, ${time.unit}${isStretched ? ", not to scale" : ""}`, low: 0, high: last * 1.02, text: time.text };
  const x = xAxis(layer, box, axis, type, true, isStretched ? stretched(moments, box.left, box.right - 4) : undefined);
  const client = box.top + room(model.marks, type) + type * 4;
  const server = Math.min(box.bottom - type * 2.6, client + type * 9);
  const thick = type * 1.1;
  const labels = new Labels();

  lane(layer, box, client, "Client", type);
  lane(layer, box, server, "Server", type);
  if (attempts.length > MANY) drawCrowd(layer, box, attempts, x, client, server, last, type);
  else drawEach(layer, box, model, x, client, server, thick, labels, type);
  if (stop) {
    const at = x(stop.atMs);
    const isRight = at > width / 2;
    // A mark's line may stand where the loop stopped.
    const beside = model.marks.length > 0 ? at + (isRight ? -5 : 5) : isRight ? Math.min(at + 4, box.right) : at;
    layer.append(
      svg("g", { class: "stop" }, svg("line", { x1: at, x2: at, y1: client - type * 0.8, y2: client + type * 0.8 })),
      svg("text", { class: "strong halo", x: beside, y: client - type * 2.6, "text-anchor": isRight ? "end" : "start" }, stop.label),
    );
  }
  drawMarks(layer, { ...box, top: box.top + type * 0.6 }, model.marks, x, Object.assign(() => client, { domain: [0, 0] }), type);

  const things = [...attempts.map((item) => ({ ...item, isAttempt: true })), ...waits].sort((a, b) => a.startMs - b.startMs || (a.isAttempt ? -1 : 1));
  return {
    count: things.length,
    nearest: (position) => {
      const at = x.invert(position);
      let best = 0;
      things.forEach((thing, index) => {
        if (away(thing, at) < away(things[best], at)) best = index;
      });
      return best;
    },
    outline: (index) => {
      const { startMs, endMs } = things[index];
      const from = x(startMs);
      return { x: from - 2, y: client - thick / 2 - 2, width: Math.max(4, x(endMs) - from) + 4, height: thick + 4 };
    },
    text: (index) => {
      const thing = things[index];
      const span = `${time.text(thing.startMs)}–${time.text(thing.endMs)} ${time.unit}`;
      return thing.isAttempt
        ? { at: `Attempt ${thing.number}, ${span}`, values: [["", thing.detail ?? thing.label]] }
        : { at: `Wait of ${duration(thing.endMs - thing.startMs)}, ${span}`, values: [["", thing.detail ?? thing.label]] };
    },
  };
}

/** Rows above everything else for the labels of the marks. */
function room(marks, type) {
  const rows = marks.filter(({ axis }) => axis === "x").length;
  return rows ? type * (0.6 + rows * 1.3) : 0;
}

function drawEach(layer, box, { attempts, waits }, x, client, server, thick, labels, type) {
  // The longest waits get their words first.
  for (const item of [...waits].sort((a, b) => b.endMs - b.startMs - (a.endMs - a.startMs))) {
    const from = x(item.startMs);
    const to = Math.max(from + 1, x(item.endMs));
    layer.append(svg("rect", { class: `wait${item.isTold ? " wait-told" : ""}`, x: from, y: client - thick / 2, width: to - from, height: thick }));
    labels.place(layer, (from + to) / 2, client - type * 1.1, item.label, type, { class: "halo" }, box);
  }
  for (const attempt of attempts) {
    const from = x(attempt.startMs);
    const to = Math.max(from + 4, x(attempt.endMs));
    for (const request of requests(attempt)) {
      const sent = Math.max(from, x(request.startMs));
      const back = Math.max(sent + 4, x(request.endMs));
      const turn = Math.max(sent + 2, Math.min(back - 2, (sent + back) / 2));
      message(layer, sent, client + thick / 2, turn, server, request.arrives, type);
      if (request.arrives) {
        layer.append(svg("circle", { class: `attempt-${request.outcome}`, cx: turn, cy: server, r: type * 0.34 }));
        message(layer, turn, server, back, client + thick / 2, request.isAnswered, type);
      }
      labels.place(layer, turn, server + type * 1.4, request.label, type, { class: "strong halo" }, box);
    }
    layer.append(svg("rect", { class: `attempt-${attempt.outcome}`, x: from, y: client - thick / 2, width: to - from, height: thick, rx: 1.5 }));
  }
}

/** What the attempt put on the wire: one request, or those that the server counted. All but the last stayed unanswered. */
function requests({ startMs, endMs, arrived, answered, outcome, label, requests: counted = [] }) {
  if (counted.length < 2) return [{ startMs, endMs, arrives: arrived !== false, isAnswered: answered !== false, outcome, label }];
  return counted.map((request, index) => {
    const isLast = index === counted.length - 1;
    return {
      startMs: request.startMs,
      endMs: request.endMs,
      arrives: true,
      isAnswered: isLast && answered !== false,
      outcome: isLast ? outcome : "lost",
      label: request.outcome,
    };
  });
}

/** Too many to tell apart: a stroke each, as far as there are pixels, and their number. */
function drawCrowd(layer, box, attempts, x, client, server, last, type) {
  const strokes = new Set(attempts.map(({ startMs }) => Math.round(x(startMs))));
  const path = [...strokes].map((at) => `M${at + 0.5} ${client}V${server}`).join("");
  const rate = last > 0 ? `, ${number(Math.round(attempts.length / (last / 1000)))} a second` : "";
  layer.append(
    svg("path", { class: "crowd", d: path }),
    svg("text", { class: "strong halo", x: (box.left + box.right) / 2, y: (client + server) / 2 + type * 0.35, "text-anchor": "middle" }, `${number(attempts.length)} requests${rate}`),
  );
}

function away({ startMs, endMs }, at) {
  return at < startMs ? startMs - at : at > endMs ? at - endMs : 0;
}

function lane(layer, box, y, name, type) {
  layer.append(svg("g", { class: "lane" }, svg("line", { x1: box.left, x2: box.right, y1: y, y2: y })), svg("text", { class: "lane-name", x: 0, y: y + type * 0.35 }, name));
}

/** An arrow, or a broken one that ends half way in a cross. */
function message(layer, x1, y1, x2, y2, arrives, type) {
  if (arrives) {
    const down = y2 > y1 ? 1 : -1;
    layer.append(svg("path", { class: "arrow", d: `M${x1} ${y1}L${x2} ${y2 - down * 4}` }), svg("path", { class: "arrow-head", d: `M${x2} ${y2}l-3.5 ${-6 * down}h7Z` }));
    return;
  }
  const x = (x1 + x2) / 2;
  const y = (y1 + y2) / 2;
  const arm = type * 0.35;
  layer.append(svg("path", { class: "arrow arrow-lost", d: `M${x1} ${y1}L${x} ${y}` }), svg("path", { class: "cross", d: `M${x - arm} ${y - arm}l${arm * 2} ${arm * 2}m0 ${-arm * 2}l${-arm * 2} ${arm * 2}` }));
}

/** Puts texts where they fit and leaves out those that would lie on another. */
class Labels {
  #taken = [];

  /** Where the whole text has no room, its part before the comma may have. */
  place(layer, middle, y, text, type, attributes, box) {
    const width = textWidth(text, type) + type * 0.5;
    const x = Math.max(box.left, Math.min(middle - width / 2, box.right - width)) + width / 2;
    const isTaken = this.#taken.some((other) => Math.abs(other.y - y) < type * 1.2 && Math.abs(other.x - x) < (other.width + width) / 2);
    if (isTaken || width > box.right - box.left) {
      const short = text.split(", ")[0];
      if (short !== text) this.place(layer, middle, y, short, type, attributes, box);
      return;
    }
    this.#taken.push({ x, y, width });
    layer.append(svg("text", { ...attributes, x, y, "text-anchor": "middle" }, text));
  }
}
