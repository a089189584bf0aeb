/** If the page is still open this long (ms) after `beforeunload`, the user has stayed. */
const leavingMilliseconds = 3_000

let askedToLeave = Number.NEGATIVE_INFINITY
addEventListener('beforeunload', () => {
  askedToLeave = performance.now()
})

/** Resolves once the page is not being left. The browser aborts the requests of a page that is being left. */
export async function untilStaying(): Promise<void> {
  for (;;) {
    const rest = askedToLeave + leavingMilliseconds - performance.now()
    if (rest <= 0) return
    await new Promise((resolve) => setTimeout(resolve, rest))
  }
}
