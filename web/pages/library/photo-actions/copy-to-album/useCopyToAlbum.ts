import { useEffect, useRef, useState } from 'react'
import { useSession } from '../../../../app/sessionContext.ts'
import { type AlbumName, useAlbumName } from '../../album-editing/useAlbumName.ts'
import { useCreateAlbum } from '../../album-editing/useCreateAlbum.ts'
import type { PhotosToCopy } from './PhotosToCopy.ts'
import { albumAdditionsOf } from './AlbumAdditions.tsx'

export interface TargetAlbum {
  readonly id: string
  readonly name: string
}

export interface CopyToAlbum {
  /** `failed`: nothing was copied; the user can try again. */
  readonly state: 'idle' | 'collecting' | 'creating' | 'failed'
  /** The number of photos whose ids are collected. */
  readonly collected: number
  /** The typed name of a new album. */
  readonly name: AlbumName
  /** Copies the photos to an existing album. */
  readonly copyTo: (album: TargetAlbum) => void
  /** Creates an album with the typed name and copies the photos to it. */
  readonly copyToNew: () => void
  /** Cancels a running action and clears a failure. */
  readonly reset: () => void
}

/**
 * Collects the ids of the photos, creates the album if the user chose a new one, and starts to copy the photos.
 * @param onCopied called when copying has started; toasts then show the progress
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

  /** @param getAlbum resolves with the album to copy to; with null if the album could not be created */
  const copy = async (getAlbum: () => Promise<TargetAlbum | null>) => {
    const { signal } = (aborter.current = new AbortController())
    setState('collecting')
    try {
      const photoIds = await photos.collect({ signal, onProgress: setCollected })
      if (signal.aborted) return
      // All photos may have been deleted since they were selected: then no empty album is created.
      if (photoIds.length === 0) return setState('failed')
      const album = await getAlbum()
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
