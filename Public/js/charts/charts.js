// From an answer to a chart: the experiment's own file makes a model of its result, one renderer draws it.
//
//   charts.js            this: who draws what
//   plot.js              a chart that is drawn to its width, with a legend, a cursor and a readout
//   histogram lines bars timeline      renderers for a plot
//   flow table           charts of their own
//   scale.js axes.js     positions, ticks, grid
//   ../experiments/*.js  result → model, one file an experiment

// A model with `isStill` is for paper: nothing in its chart moves or takes the focus.

/**
 * @param {string} id The experiment's.
 * @param {string} view What the lesson wants to see.
 * @param {Object} answer The API's, whole.
 * @param {{kind: string, value: number, label: string, path: string}[]} marks Values to show on the chart.
 * @param {{points: {x: number, y: number}[]}?} drawn The line that the reader drew.
 * @returns {Promise<{model: Object, experiment: {make: Function}}>} `make` gives a chart with `kind`, `element` and
 *   `update(model)`.
 */
export async function chartFor(id, view, answer, marks, drawn = null) {
  // An experiment without a file of its own is shown by its first table.
  const { model: modelOf } = await import(`../experiments/${id}.js`).catch(() => import("../experiments/any.js"));
  const model = { ...modelOf(answer, view), marks: [] };
  model.marks = marks.map((mark) => ({ ...mark, axis: model.axisOf?.(mark.path) ?? null })).filter((mark) => mark.axis);
  if (drawn) model.drawn = drawn;
  const { make } = await import(`./${model.kind}.js`);
  return { model, experiment: { make } };
}
