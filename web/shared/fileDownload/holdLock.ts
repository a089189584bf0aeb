/**
 * Has a lock, of all tabs, for itself.
 * @returns what releases it; null: another tab has it
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
