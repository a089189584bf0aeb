import { Overload } from '../../../gateway/limits/overload.ts'

/** The load of an event loop. All times are simulated milliseconds. */
export interface LoopScenario {
  readonly milliseconds: number
  /** Operations per second, arriving at random times. */
  rate(now: number): number
  /** Factor on the usual cost of an operation. */
  weight?(now: number): number
  /** The caller of an arriving operation. By default, each operation has a different caller. */
  caller?(random: () => number): string
  /** A time at which the loop is blocked, and for how long. */
  readonly pause?: { readonly at: number; readonly length: number }
}

/** The outcome of one operation. */
export interface LoopOutcome {
  readonly caller: string
  readonly isRefused: boolean
  readonly arrived: number
  readonly took: number
}

type Operation = Pick<LoopOutcome, 'caller' | 'arrived'>

interface Task {
  readonly due: number
  run(): void
}

/** Loop time in ms for an arriving operation, each response of a service, the operation's response, and a rejection. */
const work = { arrival: 0.8, part: 0.2, answer: 0.3, refusal: 0.12 }
const parts = 8
/** Response time of services in ms. */
const serviceTime = { least: 3, spread: 5 }
const checkInterval = 20

/** The capacity of the simulated loop in operations per second. */
export const capacity = 1_000 / (work.arrival + parts * work.part + work.answer)

/**
 * Runs an `Overload` on a simulation of Node's event loop: each turn runs the timers first, then everything that is
 * ready. Clients do not wait for responses before they send the next operation.
 */
export class SimulatedLoop {
  readonly #scenario: LoopScenario
  readonly #random: () => number
  readonly #overload: Overload
  readonly #outcomes: LoopOutcome[] = []
  #parts: Task[] = []
  #now = 0
  #idle = 0
  #nextCheck = checkInterval
  #nextArrival = 0
  #arrivals = 0

  /** @param lag the parameter `lag` of `Overload` */
  constructor(scenario: LoopScenario, lag: number, random: () => number) {
    this.#scenario = scenario
    this.#random = random
    this.#overload = new Overload(lag, { now: () => this.#now, busy: () => this.#now - this.#idle })
  }

  run(): readonly LoopOutcome[] {
    let { pause } = this.#scenario
    while (this.#now < this.#scenario.milliseconds) {
      if (pause && pause.at <= this.#now) {
        this.#now += pause.length
        pause = undefined
      }
      this.#turn()
    }
    return this.#outcomes
  }

  #turn(): void {
    if (this.#now >= this.#nextCheck) {
      this.#overload.sample()
      this.#nextCheck = this.#now + checkInterval
    }
    const ready = this.#takeReady()
    for (const task of ready) task.run()
    if (ready.length === 0) this.#sleep()
  }

  #takeReady(): Task[] {
    const now = this.#now
    const ready = this.#parts.filter(({ due }) => due <= now)
    this.#parts = this.#parts.filter(({ due }) => due > now)
    while (this.#nextArrival <= now) {
      const due = this.#nextArrival
      ready.push({ due, run: () => this.#arrive(due) })
      this.#nextArrival += (-Math.log(1 - this.#random()) / this.#scenario.rate(due)) * 1_000
    }
    return ready.toSorted((one, other) => one.due - other.due)
  }

  #sleep(): void {
    const until = Math.min(this.#nextCheck, this.#nextArrival, ...this.#parts.map(({ due }) => due))
    this.#idle += until - this.#now
    this.#now = until
  }

  #arrive(arrived: number): void {
    this.#arrivals += 1
    const caller = this.#scenario.caller?.(this.#random) ?? `caller ${this.#arrivals}`
    const operation = { caller, arrived }
    if (this.#overload.refuse(caller)) this.#end(operation, work.refusal, true)
    else this.#begin(operation, this.#scenario.weight?.(arrived) ?? 1)
  }

  #begin(operation: Operation, weight: number): void {
    this.#now += work.arrival * weight
    let open = parts
    const run = () => {
      this.#now += work.part * weight
      open -= 1
      if (open === 0) this.#end(operation, work.answer * weight, false)
    }
    for (let part = 0; part < parts; part += 1)
      this.#parts.push({ due: this.#now + serviceTime.least + this.#random() * serviceTime.spread, run })
  }

  #end({ caller, arrived }: Operation, milliseconds: number, isRefused: boolean): void {
    this.#now += milliseconds
    this.#outcomes.push({ caller, isRefused, arrived, took: this.#now - arrived })
  }
}
