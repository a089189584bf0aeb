import { useEffect, useRef, useState } from 'react'
import { useSession } from '../../../../app/sessionContext.ts'
import { type AlbumName, useAlbumName } from '../../album-editing/useAlbumName.ts'
import { useCreateAlbum } from '../../album-editing/useCreateAlbum.ts'
import type { PhotosToCopy } from './PhotosToCopy.ts'
import { albumAdditionsOf } from './AlbumAdditions.tsx'

/** An album to copy to. */
export interface TargetAlbum {
  readonly id: string
  readonly name: string
}

export interface CopyToAlbum {
  /** What is going on; `failed`: nothing, and it was not done. */
  readonly state: 'idle' | 'collecting' | 'creating' | 'failed'
  /** How many of the photos are known by now. */
  readonly collected: number
  readonly name: AlbumName
  /** Copies to an album that there is. */
  readonly copyTo: (album: TargetAlbum) => void
  /** Makes an album of the name that was typed, and copies there. */
  readonly copyToNew: () => void
  /** Stops what is going on, and forgets what has failed. */
  readonly reset: () => void
}

/**
 * Finds out which photos are meant, makes the album where there is to be a new one, and begins to copy.
 * @param onCopied told once that has begun: how it goes on is told by toasts
 */
export function useCopyToAlbum(photos: PhotosToCopy, onCopied: (photoIds: readonly string[]) => void): CopyToAlbum {
  const session = useSession()
  const additions = albumAdditionsOf(session)
  const createAlbum = useCreateAlbum()
  const name = useAlbumName()
  const [state, setState] = useState<CopyToAlbum['state']>('idle')
  const [collected, setCollected] = useState(0)
  const aborter = useRef<AbortController | null>(null)
  useEffect(() => () => aborter.current?.abort(), [])

  /** @param albumOf resolves with null when there is nothing to copy to after all */
  const copy = async (albumOf: () => Promise<TargetAlbum | null>) => {
    const { signal } = (aborter.current = new AbortController())
    setState('collecting')
    try {
      const photoIds = await photos.collect({ signal, onProgress: setCollected })
      if (signal.aborted) return
      // They may all have been deleted since they were selected: no album is made for nothing.
      if (photoIds.length === 0) return setState('failed')
      const album = await albumOf()
      if (!album) return
      additions.addToAlbum({ albumId: album.id, albumName: album.name, photoIds })
      onCopied(photoIds)
    } catch {
      if (!signal.aborted) setState('failed')
    }
  }
  const create = async (): Promise<TargetAlbum | null> => {
    setState('creating')
    const outcome = await createAlbum(name.value)
    if (outcome.kind === 'created') return { id: outcome.albumId, name: name.value }
    setState(outcome.kind === 'failed' ? 'failed' : 'idle')
    if (outcome.kind === 'invalid') name.refuse(outcome.problem)
    return null
  }
  return {
    state,
    collected,
    name,
    copyTo: (album) => void copy(() => Promise.resolve(album)),
    copyToNew: () => {
      if (name.check()) void copy(create)
    },
    reset: () => {
      aborter.current?.abort()
      setState('idle')
    },
  }
}
