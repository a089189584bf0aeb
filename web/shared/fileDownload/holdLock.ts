/**
 * Acquires a lock that is exclusive among all tabs.
 * @returns a function that releases it; null if another tab holds it
 */
export async function holdLock(name: string): Promise<(() => Promise<void>) | null> {
  const { promise, resolve, reject } = Promise.withResolvers<(() => Promise<void>) | null>()
  const held = navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (!lock) return resolve(null)
    await new Promise<void>((end) => {
      resolve(async () => {
        end()
        await held
      })
    })
  })
  held.catch(reject)
  return await promise
}
