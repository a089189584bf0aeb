/** Milliseconds between two questions, at first and in the end. */
const [firstPause, longestPause] = [1_000, 60_000]
/** So often it is asked how things stand before the socket is tried again: the service may be another one by then. */
const questionsPerTry = 10

/** When a service without a socket is asked how things stand instead: ever more seldom, and scattered. */
export class AbsentSocket {
  #count = 0

  /** Does what is to be done next, when it is time. */
  wait({ ask, connect }: { readonly ask: () => void; readonly connect: () => void }): NodeJS.Timeout {
    const longest = Math.min(firstPause * 2 ** this.#count, longestPause)
    this.#count += 1
    return setTimeout(this.#count % questionsPerTry === 0 ? connect : ask, longest * (0.5 + Math.random() / 2))
  }
}
