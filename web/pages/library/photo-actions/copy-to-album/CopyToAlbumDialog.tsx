import { Suspense, useEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { type PreloadedQuery, graphql, usePreloadedQuery, useQueryLoader } from 'react-relay/hooks'
import type { CopyToAlbumDialogQuery } from '../../../../__generated__/CopyToAlbumDialogQuery.graphql.ts'
import { SectionBoundary } from '../../../../shared/SectionBoundary.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { PlusIcon } from '../../../../ui/icons.tsx'
import { Waiting } from '../../../../ui/Waiting.tsx'
import { AlbumNameField } from '../../album-editing/AlbumNameField.tsx'
import { Collecting } from '../photo-tasks/Collecting.tsx'
import { type AlbumChoiceProps, AlbumChoice } from './AlbumChoice.tsx'
import type { PhotosToCopy } from './PhotosToCopy.ts'
import { type CopyToAlbum, useCopyToAlbum } from './useCopyToAlbum.ts'
import styles from './CopyToAlbumDialog.module.css'

const query = graphql`
  query CopyToAlbumDialogQuery($first: Int!) {
    viewer {
      library {
        ...AlbumChoice_library @arguments(first: $first)
      }
    }
  }
`

const pageSize = 50

export interface CopyToAlbumDialogProps {
  readonly photos: PhotosToCopy
  /** The album that the photos are in already. */
  readonly exceptAlbumId?: string | undefined
  /** Whether the dialog starts with the name of a new album. */
  readonly isNew?: boolean
  /** Called when copying has started and the dialog is about to close. */
  readonly onCopied?: (photoIds: readonly string[]) => void
  readonly onClose: () => void
}

/** Asks for the album to copy photos to: an existing one or a new one. Toasts show the progress afterwards. */
export function CopyToAlbumDialog(props: CopyToAlbumDialogProps) {
  const { exceptAlbumId, isNew = false, onCopied, onClose } = props
  const { formatMessage } = useIntl()
  // The selection may end while the dialog closes. The dialog's texts must not change meanwhile.
  const [photos] = useState(props.photos)
  const [isNaming, setNaming] = useState(isNew)
  const copying = useCopyToAlbum(photos, (photoIds) => {
    onCopied?.(photoIds)
    onClose()
  })
  const { state, collected, reset } = copying
  const isBusy = state === 'collecting' || state === 'creating'
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isPending={state === 'creating'}
      size="small"
      title={formatMessage({ id: 'selection.copyToAlbum' })}
      alert={state === 'failed' && formatMessage({ id: 'albums.saveFailed' })}
      onSubmit={() => isNaming && !isBusy && copying.copyToNew()}
      footer={
        <Footer
          isNaming={isNaming}
          state={state}
          onCancel={() => {
            reset()
            if (isNaming && !isNew) setNaming(false)
            else onClose()
          }}
        />
      }
    >
      <p className={styles.amount}>{formatMessage({ id: 'copyToAlbum.amount' }, { amount: photos.amount })}</p>
      {isNaming && <NameStep copying={copying} isPending={isBusy} />}
      {!isNaming && state !== 'collecting' && (
        <>
          <Button icon={<PlusIcon />} className={styles.new} onPress={() => setNaming(true)}>
            {formatMessage({ id: 'albums.new' })}
          </Button>
          <Albums exceptAlbumId={exceptAlbumId} onChoose={copying.copyTo} />
        </>
      )}
      {state === 'collecting' && <Collecting done={collected} total={photos.amount} />}
    </Dialog>
  )
}

interface FooterProps {
  readonly isNaming: boolean
  readonly state: CopyToAlbum['state']
  readonly onCancel: () => void
}

function Footer({ isNaming, state, onCancel }: FooterProps) {
  const { formatMessage } = useIntl()
  return (
    <>
      <Button isDisabled={state === 'creating'} onPress={onCancel}>
        {formatMessage({ id: 'common.cancel' })}
      </Button>
      {isNaming && (
        <Button type="submit" variant="primary" isPending={state === 'creating' || state === 'collecting'}>
          {formatMessage({ id: 'albums.create.submit' })}
        </Button>
      )}
    </>
  )
}

/** The name of the new album. */
function NameStep({ copying: { name }, isPending }: { readonly copying: CopyToAlbum; readonly isPending: boolean }) {
  const step = useRef<HTMLDivElement>(null)
  // The dialog sets the focus only when it opens.
  useEffect(() => step.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={step}>
      <AlbumNameField name={name} isPending={isPending} />
    </div>
  )
}

type AlbumsProps = Pick<AlbumChoiceProps, 'exceptAlbumId' | 'onChoose'>

/** The existing albums. Their query starts when the dialog opens. */
function Albums(props: AlbumsProps) {
  const { formatMessage } = useIntl()
  const [reference, load, dispose] = useQueryLoader<CopyToAlbumDialogQuery>(query)
  useEffect(() => {
    load({ first: pageSize }, { fetchPolicy: 'store-and-network' })
    return dispose
  }, [load, dispose])
  const waiting = <Waiting label={formatMessage({ id: 'common.loading' })} />
  if (!reference) return waiting
  const retry = () => load({ first: pageSize }, { fetchPolicy: 'network-only' })
  return (
    <SectionBoundary message={formatMessage({ id: 'albums.loadFailed' })} onRetry={retry}>
      <Suspense fallback={waiting}>
        <LoadedAlbums {...props} queryReference={reference} />
      </Suspense>
    </SectionBoundary>
  )
}

interface LoadedAlbumsProps extends AlbumsProps {
  readonly queryReference: PreloadedQuery<CopyToAlbumDialogQuery>
}

function LoadedAlbums({ queryReference, ...props }: LoadedAlbumsProps) {
  const { viewer } = usePreloadedQuery<CopyToAlbumDialogQuery>(query, queryReference)
  // The section boundary shows the failure and offers a retry.
  if (!viewer) throw new Error('Request failure: the library is missing')
  return <AlbumChoice {...props} library={viewer.library} />
}
