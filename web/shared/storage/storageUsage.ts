import { useEffect, useState } from 'react'
import type { Session } from '../../app/Session.ts'
import { useSession } from '../../app/sessionContext.ts'
import { askStorage } from './askStorage.ts'

/** How much of its storage space an account uses. */
export interface StorageUsage {
  /** The photos, including those in the trash, and the announced sizes of unfinished uploads. */
  readonly usedBytes: number
  readonly quotaBytes: number
}

/** The share of the space from which the customer is warned. */
const warningShare = 0.8

export type StorageLevel = 'free' | 'nearlyFull' | 'full'

export function storageLevel({ usedBytes, quotaBytes }: StorageUsage): StorageLevel {
  if (usedBytes >= quotaBytes) return 'full'
  return usedBytes >= quotaBytes * warningShare ? 'nearlyFull' : 'free'
}

/**
 * Asks storage how much space the account uses. Null if the account has no quota, or storage does not answer; storage
 * then accepts or refuses each file when the client announces its upload. Never rejects.
 * @param endpoint the tus endpoint: `config.uploadUrl`
 */
export async function fetchStorageUsage(
  endpoint: string,
  accessToken: () => Promise<string | null>,
  signal: AbortSignal,
): Promise<StorageUsage | null> {
  try {
    const token = await accessToken()
    if (token === null) return null
    const response = await askStorage(new URL('usage', endpoint.replace(/\/+$/, '')).href, token, signal)
    return response.ok ? readUsage(await response.json()) : null
  } catch {
    return null
  }
}

/** The usage of the signed-in account, asked when the component mounts. Null until it is known. */
export function useStorageUsage(): StorageUsage | null {
  const { config, signIn }: Session = useSession()
  const [usage, setUsage] = useState<StorageUsage | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    const show = async () => {
      const found = await fetchStorageUsage(config.uploadUrl, async () => signIn.accessToken(), leaving.signal)
      if (!leaving.signal.aborted) setUsage(found)
    }
    void show()
    return () => leaving.abort()
  }, [config, signIn])
  return usage
}

function readUsage(answer: unknown): StorageUsage | null {
  if (typeof answer !== 'object' || answer === null) return null
  const { storedBytes, announcedBytes, quotaBytes } = answer as Readonly<Record<string, unknown>>
  if (typeof storedBytes !== 'number' || typeof announcedBytes !== 'number' || typeof quotaBytes !== 'number')
    return null
  return { usedBytes: storedBytes + announcedBytes, quotaBytes }
}
