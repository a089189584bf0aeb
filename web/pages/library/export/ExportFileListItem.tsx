import { useId } from 'react'
import { useIntl } from 'react-intl'
import { graphql, useFragment, useRelayEnvironment } from 'react-relay/hooks'
import type { ExportFileListItem_chunk$key } from '../../../__generated__/ExportFileListItem_chunk.graphql.ts'
import { copyText } from '../../../shared/copyText.ts'
import { FileDownload } from '../../../shared/fileDownload/FileDownload.tsx'
import { useFileSize } from '../../../shared/fileSize.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { CopyIcon } from '../../../ui/laterIcons.tsx'
import { findFileUrl } from './findFileUrl.ts'
import styles from './ExportPage.module.css'

const fragment = graphql`
  fragment ExportFileListItem_chunk on ExportChunk {
    id
    iteration
    size
    checksum
    fileName
  }
`

export interface ExportFileListItemProps {
  readonly chunk: ExportFileListItem_chunk$key
  /** The total number of files. */
  readonly count: number
}

/** Shows one zip file: its size, its download, and in the details a checksum to copy. */
export function ExportFileListItem({ chunk, count }: ExportFileListItemProps) {
  const { formatMessage } = useIntl()
  const environment = useRelayEnvironment()
  const sizeOf = useFileSize()
  const titleId = useId()
  const { id, iteration, size, checksum, fileName } = useFragment(fragment, chunk)
  return (
    <li aria-labelledby={titleId} className={styles.file}>
      <div className={styles.facts}>
        <h3 id={titleId} className={styles.name}>
          {formatMessage({ id: 'export.file' }, { number: iteration, count })}
        </h3>
        <p className={styles.size}>{sizeOf(size)}</p>
        {typeof checksum === 'string' && <Checksum checksum={checksum} number={iteration} />}
      </div>
      <FileDownload
        file={{
          key: id,
          fileName: fileName ?? `photos-${iteration}.zip`,
          size,
          findUrl: () => findFileUrl(environment, id),
        }}
        failure={formatMessage({ id: 'export.downloadFailed' })}
      />
    </li>
  )
}

/** Shows the checksum, with which the user can verify the downloaded file. */
function Checksum({ checksum, number }: { readonly checksum: string; readonly number: number }) {
  const { formatMessage } = useIntl()
  const copy = async () => {
    await copyText(checksum, {
      copied: formatMessage({ id: 'export.copied' }),
      failed: formatMessage({ id: 'export.copyFailed' }),
    })
  }
  return (
    <details className={styles.details}>
      <summary>{formatMessage({ id: 'common.details' })}</summary>
      <p className={styles.checksum}>
        <span>{formatMessage({ id: 'export.checksum' })}</span>
        <code>{checksum}</code>
        <IconButton
          label={formatMessage({ id: 'export.copy' }, { number })}
          icon={<CopyIcon size={18} />}
          onPress={() => void copy()}
        />
      </p>
    </details>
  )
}
