// Runs an experiment on the server: one run at a time, the newest wins.
import { events } from "../http/events.js";
import { NoAnswer, send } from "../http/send.js";

/** A run that is this old is given up for a newer one; a younger one may finish first, so that a slider is followed. */
const PATIENCE = 350;

export class Runner {
  #controller = null;
  #startedAt = 0;
  #next = null;

  /**
   * @param {{started: Function, progress: Function, waiting: Function, finished: Function, refused: Function,
   *   failed: Function, cancelled: Function}} delegate
   */
  constructor(delegate) {
    this.delegate = delegate;
  }

  get isRunning() {
    return this.#controller !== null;
  }

  /**
   * Starts a run, or queues it behind the one that is about to end.
   * @param {{url: string, method: string, body?: string, streams: boolean, moving: boolean}} request
   */
  run(request) {
    if (this.#controller) {
      this.#next = request;
      const age = performance.now() - this.#startedAt;
      if (!request.moving || age > PATIENCE) this.#controller.abort("superseded");
      return;
    }
    this.#start(request);
  }

  cancel() {
    this.#next = null;
    this.#controller?.abort("cancelled");
  }

  async #start(request) {
    const controller = new AbortController();
    this.#controller = controller;
    this.#startedAt = performance.now();
    this.delegate.started(request);
    let report = null;
    try {
      const answer = await this.#ask(request, controller.signal);
      const took = performance.now() - this.#startedAt;
      report = () => this.#tell(answer, request, took);
    } catch (error) {
      report = () => this.#tellFailure(error, controller.signal);
    }
    this.#controller = null;
    const next = this.#next;
    this.#next = null;
    // What a newer run will replace in a moment is still shown, unless it never came.
    if (!(next && controller.signal.aborted)) report();
    if (next) this.#start(next);
  }

  #ask({ url, method, body, streams }, signal) {
    const headers = { Accept: streams ? "text/event-stream, application/json" : "application/json" };
    if (body !== undefined) headers["Content-Type"] = "application/json";
    const read = async (response) => {
      const type = response.headers.get("Content-Type") ?? "";
      if (!type.startsWith("text/event-stream")) {
        try {
          return { status: response.status, body: await response.json() };
        } catch (error) {
          if (error instanceof SyntaxError) return { status: response.status, body: {} };
          throw error;
        }
      }
      for await (const { name, data } of events(response.body)) {
        const value = JSON.parse(data);
        if (name === "progress") this.delegate.progress(value.done);
        else if (name === "result") return { status: 200, body: value };
        else if (name === "problem") return { status: value.status ?? 500, body: value };
      }
      throw new NoAnswer(false);
    };
    return send(url, { method, headers, body, signal, read, onWait: (wait) => this.delegate.waiting(wait) });
  }

  #tell({ status, body }, request, took) {
    if (status === 200 && body.result) this.delegate.finished(body, request, took);
    else if (body.errors?.length) this.delegate.refused(body.errors, request);
    else this.delegate.failed(sentence(status, body));
  }

  #tellFailure(error, signal) {
    if (signal.aborted) return this.delegate.cancelled();
    if (error instanceof NoAnswer) {
      return this.delegate.failed(
        error.isUncertain
          ? "The answer was lost, so nobody here knows whether the experiment ran. It is safe to run it again."
          : "The server could not be reached, after several tries. Is it still running?",
      );
    }
    throw error;
  }
}

function sentence(status, { title, detail, requestId }) {
  const text = detail || title || `The server answered with status ${status}.`;
  return status >= 500 && requestId ? `${text} (request ${requestId})` : text;
}
