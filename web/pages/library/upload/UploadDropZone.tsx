import type { ReactNode } from 'react'
import { DropZone, Text } from 'react-aria-components/DropZone'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { FormattedMessage, useIntl } from 'react-intl'
import { TriggerButton } from '../../../ui/TriggerButton.tsx'
import { classes } from '../../../ui/classes.ts'
import { PlusIcon } from '../../../ui/icons.tsx'
import { Prints } from '../../../ui/Prints.tsx'
import { collectDropped, collectFromFolder } from './collectFiles.ts'
import { acceptedFileTypes } from './fileChecks.ts'
import styles from './UploadDropZone.module.css'

const canChooseFolders = 'webkitdirectory' in HTMLInputElement.prototype

interface UploadDropZoneProps {
  readonly onFiles: (files: readonly File[], leftOut: number) => void
  /** True for the compact drop zone above the list of chosen files. */
  readonly isCompact: boolean
}

/** The area for dropping or choosing photos. */
export function UploadDropZone({ onFiles, isCompact }: UploadDropZoneProps) {
  const { formatMessage } = useIntl()
  return (
    <DropZone
      aria-label={formatMessage({ id: 'upload.drop.label' })}
      className={({ isDropTarget }) =>
        classes(styles.zone, isCompact && styles.compact, isDropTarget && styles.isDropTarget)
      }
      getDropOperation={() => 'copy'}
      onDrop={({ items }) => void collectDropped(items).then(({ files, leftOut }) => onFiles(files, leftOut))}
    >
      {!isCompact && <Prints />}
      <div className={styles.texts}>
        <Text slot="label" className={classes(styles.title)}>
          <FormattedMessage id={isCompact ? 'upload.drop.more' : 'upload.drop.title'} />
        </Text>
        <span className={styles.hint}>
          <FormattedMessage id="upload.drop.hint" />
        </span>
      </div>
      <div className={styles.buttons}>
        <FileTrigger
          allowsMultiple
          acceptedFileTypes={acceptedFileTypes}
          onSelect={(files) => {
            if (files?.length) onFiles([...files], 0)
          }}
        >
          <Choose isCompact={isCompact} icon={<PlusIcon size={18} />}>
            <FormattedMessage id="upload.choose" />
          </Choose>
        </FileTrigger>
        {canChooseFolders && (
          <FileTrigger
            acceptDirectory
            onSelect={(all) => {
              if (!all?.length) return
              const { files, leftOut } = collectFromFolder([...all])
              onFiles(files, leftOut)
            }}
          >
            <TriggerButton variant="quiet" size={isCompact ? 'small' : 'medium'} className={classes(styles.folder)}>
              <FormattedMessage id="upload.chooseFolder" />
            </TriggerButton>
          </FileTrigger>
        )}
      </div>
    </DropZone>
  )
}

function Choose({ isCompact, icon, children }: { isCompact: boolean; icon: ReactNode; children: ReactNode }) {
  return (
    <TriggerButton variant="secondary" size={isCompact ? 'small' : 'medium'} icon={icon}>
      {children}
    </TriggerButton>
  )
}
