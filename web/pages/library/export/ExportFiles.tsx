import { useState } from 'react'
import { useIntl } from 'react-intl'
import { graphql, useFragment, useRelayEnvironment } from 'react-relay/hooks'
import type { ExportFiles_export$key } from '../../../__generated__/ExportFiles_export.graphql.ts'
import { saveFile } from '../../../shared/fileDownload/saveFile.ts'
import { useFileSize } from '../../../shared/fileSize.ts'
import { Button } from '../../../ui/Button.tsx'
import { DownloadIcon } from '../../../ui/icons.tsx'
import { CheckIcon } from '../../../ui/laterIcons.tsx'
import { showToast } from '../../../ui/toasts.ts'
import { ExportFileListItem } from './ExportFileListItem.tsx'
import { findFileUrl } from './findFileUrl.ts'
import { useExportDate } from './useExportDate.ts'
import styles from './ExportPage.module.css'

const fragment = graphql`
  fragment ExportFiles_export on Export {
    photosCount
    missingCount
    expires
    chunks {
      id
      iteration
      size
      ...ExportFileListItem_chunk
    }
  }
`

/** A ready export: its contents, its expiry date and its files in order. */
export function ExportFiles({ made }: { readonly made: ExportFiles_export$key }) {
  const { formatMessage } = useIntl()
  const sizeOf = useFileSize()
  const dateOf = useExportDate()
  const { photosCount, missingCount, expires, chunks } = useFragment(fragment, made)
  const files = chunks.toSorted((one, other) => one.iteration - other.iteration)
  const size = sizeOf(files.reduce((sum, file) => sum + file.size, 0))
  return (
    <>
      <section aria-labelledby="export-ready" className={styles.banner}>
        <CheckIcon />
        <div>
          <h2 id="export-ready" className={styles.ready}>
            {formatMessage({ id: 'export.ready' })}
          </h2>
          <p>
            {typeof photosCount === 'number'
              ? formatMessage({ id: 'export.contents' }, { count: photosCount, size })
              : size}
          </p>
          {(missingCount ?? 0) > 0 && <p>{formatMessage({ id: 'export.missing' }, { count: missingCount })}</p>}
          {typeof expires === 'string' && <p>{formatMessage({ id: 'export.until' }, { expires: dateOf(expires) })}</p>}
        </div>
        {files.length > 1 && <DownloadAll chunkIds={files.map(({ id }) => id)} />}
      </section>
      <ul aria-label={formatMessage({ id: 'export.files' })} className={styles.files}>
        {files.map((file) => (
          <ExportFileListItem key={file.id} chunk={file} count={files.length} />
        ))}
      </ul>
    </>
  )
}

/** Starts the browser's download of all files, one after another. */
function DownloadAll({ chunkIds }: { readonly chunkIds: readonly string[] }) {
  const { formatMessage } = useIntl()
  const environment = useRelayEnvironment()
  const [isPending, setPending] = useState(false)
  const download = async () => {
    setPending(true)
    try {
      for (const id of chunkIds) {
        const url = await findFileUrl(environment, id)
        if (url === null) throw new Error('The export file no longer exists')
        await saveFile(url)
      }
    } catch {
      showToast({ kind: 'error', message: formatMessage({ id: 'export.downloadFailed' }) })
    }
    setPending(false)
  }
  return (
    <Button
      variant="primary"
      icon={<DownloadIcon size={20} />}
      isPending={isPending}
      className={styles.all}
      onPress={() => void download()}
    >
      {formatMessage({ id: 'export.downloadAll' })}
    </Button>
  )
}
