import { useCallback, useRef, useState } from 'react'
import { useRelayEnvironment } from 'react-relay/hooks'
import { type IEnvironment, createOperationDescriptor, getRequest } from 'relay-runtime'
import type { StorageNoticeQuery } from '../../__generated__/StorageNoticeQuery.graphql.ts'
import { isDeletionNear, rememberDeletion, wasDeletionNear } from '../../shared/storage/deletionMemory.ts'
import { storageNoticeQuery } from './StorageNotice.tsx'

/**
 * The place of the notice about the storage: first if a deletion is near, otherwise last. The place is known from the
 * last view, or from an answer that arrives before the photos. If it is still unknown when the photos appear, the first
 * place is kept free for the notice. From then on the place does not change, because the photos must not move.
 */
export function useNoticePlace() {
  const environment = useRelayEnvironment()
  const [isNear, setNear] = useState(wasDeletionNear)
  const arePhotosShown = useRef(false)
  // A library without photos has no notice.
  const onPhotos = useCallback(
    (hasPhotos: boolean) => {
      arePhotosShown.current = true
      setNear((before) => before ?? (hasPhotos && (answerInStore(environment) ?? true)))
    },
    [environment],
  )
  const onAnswer = useCallback((answer: boolean | null) => {
    // If neither this view nor an earlier one has an answer, no place is kept for a notice.
    const known = answer ?? wasDeletionNear() ?? false
    rememberDeletion(known)
    if (!arePhotosShown.current) setNear(known)
  }, [])
  return { isNoticeFirst: isNear === true, onPhotos, onAnswer }
}

/** Whether a deletion is near, if the answer has arrived but the notice is not rendered yet; otherwise null. */
function answerInStore(environment: IEnvironment): boolean | null {
  const operation = createOperationDescriptor(getRequest(storageNoticeQuery), {})
  if (environment.check(operation).status !== 'available') return null
  // Relay does not know the type of the data that it reads.
  const { viewer } = environment.lookup(operation.fragment).data as StorageNoticeQuery['response']
  return viewer ? (isDeletionNear(viewer.library) ?? false) : null
}
