import type { Prng } from './prng.ts';

interface Task {
  readonly dueMs: number;
  /** Order of scheduling: ties of the heap must not depend on its shape. */
  readonly order: number;
  readonly owner: string;
  readonly run: () => void;
  isCancelled: boolean;
}

/** Turns of the event loop between which other work of the process (reports, signals) must not wait. */
const TICKS_PER_TURN = 2048;

/**
 * Virtual time and the only source of order: every asynchronous step of every actor is a task here, and the seed
 * picks which of the tasks that are due runs next. Killing an owner drops its tasks, so its awaits never return.
 */
export class Scheduler {
  #due: Task[] = [];
  /** Binary heap by due time. */
  readonly #later: Task[] = [];
  #nowMs: number;
  #order = 0;
  readonly #prng: Prng;
  /** The dead stay dead: an answer that arrives later must not wake them. */
  readonly #killed = new Set<string>();
  /** What a frozen owner would have done; it happens when it is thawed. */
  readonly #frozen = new Map<string, Task[]>();
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
    this.#order += 1;
    // Whole milliseconds, as timers and Date.now() have them.
    const dueMs = this.#nowMs + Math.max(0, Math.ceil(delayMs));
    const task: Task = { dueMs, order: this.#order, owner, run, isCancelled: false };
    if (dueMs <= this.#nowMs) this.#due.push(task);
    else this.#push(task);
    return () => {
      task.isCancelled = true;
    };
  }

  kill(owner: string): void {
    this.#killed.add(owner);
    this.#frozen.delete(owner);
  }

  isKilled(owner: string): boolean {
    return this.#killed.has(owner);
  }

  /** The owner stops between two steps until `thaw`; what comes due meanwhile waits. */
  freeze(owner: string): void {
    if (!this.#killed.has(owner) && !this.#frozen.has(owner)) this.#frozen.set(owner, []);
  }

  isFrozen(owner: string): boolean {
    return this.#frozen.has(owner);
  }

  thaw(owner: string): void {
    const waiting = this.#frozen.get(owner) ?? [];
    this.#frozen.delete(owner);
    this.#due.push(...waiting);
  }

  /** Runs one task; the caller lets every promise reaction settle. False when nothing is scheduled until `untilMs`. */
  step(untilMs: number): boolean {
    for (;;) {
      const task = this.#next(untilMs);
      if (task === null) return false;
      if (this.#isVoid(task)) continue;
      const frozen = this.#frozen.get(task.owner);
      if (frozen !== undefined) {
        frozen.push(task);
        continue;
      }
      task.run();
      this.steps += 1;
      return true;
    }
  }

  /** Takes one due task as the seed says, moving time when none is due. */
  #next(untilMs: number): Task | null {
    while (this.#due.length === 0) {
      const first = this.#later[0];
      if (first !== undefined && this.#isVoid(first)) {
        this.#pop();
        continue;
      }
      if (first === undefined || first.dueMs > untilMs) {
        this.#nowMs = Math.max(this.#nowMs, untilMs);
        return null;
      }
      this.#nowMs = first.dueMs;
      while ((this.#later[0]?.dueMs ?? Infinity) <= this.#nowMs) {
        const task = this.#pop();
        if (task !== undefined && !this.#isVoid(task)) this.#due.push(task);
      }
    }
    const at = this.#due.length === 1 ? 0 : this.#prng.int(this.#due.length);
    const task = this.#due[at];
    const last = this.#due.pop();
    if (task === undefined || last === undefined) throw new Error('unreachable: something is due');
    if (task !== last) this.#due[at] = last;
    return task;
  }

  #isVoid(task: Task): boolean {
    return task.isCancelled || this.#killed.has(task.owner);
  }

  #push(task: Task): void {
    const heap = this.#later;
    let at = heap.length;
    heap.push(task);
    while (at > 0) {
      const up = (at - 1) >> 1;
      const parent = heap[up];
      if (parent === undefined || isBefore(parent, task)) break;
      heap[at] = parent;
      at = up;
    }
    heap[at] = task;
  }

  #pop(): Task | undefined {
    const heap = this.#later;
    const first = heap[0];
    const task = heap.pop();
    if (task === undefined || task === first) return first;
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      const leftTask = heap[left];
      if (leftTask === undefined) break;
      const rightTask = heap[left + 1];
      const goesRight = rightTask !== undefined && isBefore(rightTask, leftTask);
      const child = goesRight ? rightTask : leftTask;
      if (isBefore(task, child)) break;
      heap[at] = child;
      at = goesRight ? left + 1 : left;
    }
    heap[at] = task;
    return first;
  }
}

function isBefore(a: Task, b: Task): boolean {
  return a.dueMs === b.dueMs ? a.order < b.order : a.dueMs < b.dueMs;
}

let ticks = 0;

/**
 * Lets all promise reactions run. A tick asked for inside a reaction comes after every other one, at a fraction of
 * what a turn of the event loop costs; now and then a whole turn is taken all the same.
 */
export function settle(): Promise<void> {
  ticks += 1;
  if (ticks % TICKS_PER_TURN === 0) return new Promise((resolve) => setImmediate(resolve));
  return new Promise((resolve) => {
    queueMicrotask(() => process.nextTick(resolve));
  });
}
