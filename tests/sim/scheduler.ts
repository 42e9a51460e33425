import type { Prng } from './prng.ts';

interface Task {
  readonly dueMs: number;
  readonly owner: string;
  readonly run: () => void;
}

/**
 * Virtual time and the only source of order: every asynchronous step of every actor is a task here, and the seed
 * picks which of the tasks that are due runs next. Killing an owner drops its tasks, so its awaits never return.
 */
export class Scheduler {
  #tasks: Task[] = [];
  #nowMs: number;
  readonly #prng: Prng;
  /** The dead stay dead: an answer that arrives later must not wake them. */
  readonly #killed = new Set<string>();
  steps = 0;

  constructor(startMs: number, prng: Prng) {
    this.#nowMs = startMs;
    this.#prng = prng;
  }

  /** True time in ms; devices see it through their own skewed clocks. */
  get nowMs(): number {
    return this.#nowMs;
  }

  schedule(owner: string, delayMs: number, run: () => void): () => void {
    if (this.#killed.has(owner)) return () => undefined;
    // Whole milliseconds, as timers and Date.now() have them.
    const task: Task = { dueMs: this.#nowMs + Math.max(0, Math.ceil(delayMs)), owner, run };
    this.#tasks.push(task);
    return () => {
      this.#tasks = this.#tasks.filter((other) => other !== task);
    };
  }

  /** A promise that the scheduler resolves; it never settles when the owner is killed first. */
  later(owner: string, delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      this.schedule(owner, delayMs, resolve);
    });
  }

  kill(owner: string): void {
    this.#killed.add(owner);
    this.#tasks = this.#tasks.filter((task) => task.owner !== owner);
  }

  /** Runs one task, then lets every promise reaction settle. False when nothing is scheduled until `untilMs`. */
  async step(untilMs: number): Promise<boolean> {
    const due = this.#tasks.filter((task) => task.dueMs <= this.#nowMs);
    if (due.length === 0) {
      const nextMs = Math.min(...this.#tasks.map((task) => task.dueMs));
      if (nextMs > untilMs) {
        this.#nowMs = Math.max(this.#nowMs, untilMs);
        return false;
      }
      this.#nowMs = nextMs;
      return this.step(untilMs);
    }
    const task = this.#prng.pick(due);
    this.#tasks = this.#tasks.filter((other) => other !== task);
    task.run();
    this.steps += 1;
    await settle();
    return true;
  }
}

/** Lets all promise reactions run: a macrotask comes after every microtask. */
export function settle(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
