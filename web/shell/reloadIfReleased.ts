/** A page younger than this (ms) is not reloaded: during a roll-out, servers have different releases. */
const minimumAge = 10_000

/**
 * Reloads the page if a newer release is there: the error may come from code or persisted documents that the servers no
 * longer have. Nothing is lost: the address names the page, and uploads survive a reload.
 * @returns whether the servers answer; without an answer the error may come from an outage
 */
export async function reloadIfReleased(): Promise<boolean> {
  const response = await fetchStart()
  if (!response?.ok) return false
  const script = document.querySelector('script[type=module][src]')?.getAttribute('src')
  const isOld = performance.now() >= minimumAge
  if (isOld && script && !(await response.text()).includes(`"${script}"`)) location.reload()
  return true
}

/** Whether the servers answer. */
export async function isReachable(): Promise<boolean> {
  return (await fetchStart())?.ok === true
}

function fetchStart(): Promise<Response | null> {
  return fetch('/', { cache: 'no-store' }).catch(() => null)
}
