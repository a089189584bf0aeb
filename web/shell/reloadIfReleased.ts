/**
 * A page younger than this (ms) is not reloaded: during a roll-out, servers have different releases, and the page could
 * reload again and again.
 */
const minimumAge = 10_000

/**
 * Reloads the page if a newer release is there: the error may come from code or persisted documents that the servers no
 * longer have. Nothing is lost: the address names the page, and uploads survive a reload.
 * @returns whether the servers answer; without an answer the error may come from an outage
 */
export async function reloadIfReleased(): Promise<boolean> {
  const page = await fetchStart()
  if (page === null) return false
  const scripts = Array.from(document.querySelectorAll('script[type=module][src]'), (one) => one.getAttribute('src'))
  const isOld = performance.now() >= minimumAge
  if (isOld && scripts.some((script) => !page.includes(`"${script}"`))) location.reload()
  return true
}

/** Whether the servers answer. */
export async function isReachable(): Promise<boolean> {
  return (await fetchStart()) !== null
}

/** The client's page as the edge sends it now. Null when the edge, or the services behind it, do not answer. */
async function fetchStart(): Promise<string | null> {
  const response = await fetch('/', { cache: 'no-store' }).catch(() => null)
  const page = response?.ok ? await response.text() : null
  return page?.includes(' id="public-config" data-away>') ? null : page
}
