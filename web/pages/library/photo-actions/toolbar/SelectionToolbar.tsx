import { useState } from 'react'
import { Toolbar } from 'react-aria-components/Toolbar'
import { useIntl } from 'react-intl'
import { useSession } from '../../../../app/sessionContext.ts'
import { useLocation } from 'react-router-dom'
import { isStripped } from '../../../../shared/stripped.ts'
import { useFeature } from '../../../../shared/useFeature.ts'
import { classes } from '../../../../ui/classes.ts'
import { AddToAlbumIcon, CloseIcon } from '../../../../ui/laterIcons.tsx'
import { DownloadIcon, PrintIcon, TrashIcon } from '../../../../ui/icons.tsx'
import { useRemoveSelected } from '../copy-to-album/useRemoveSelected.ts'
import { maxPhotosPerOrder } from '../print-order/maxPhotosPerOrder.ts'
import { usePrintOrder } from '../print-order/usePrintOrder.ts'
import { collectSelected } from '../../photo-collection/selection/collectSelected.ts'
import { useSelection, useSelectionState } from '../../photo-collection/selection/SelectionContext.ts'
import { type SelectionDialogName, SelectionDialog } from './SelectionDialog.tsx'
import { ToolbarButton } from './ToolbarButton.tsx'
import { type ToolbarAction, blockerOf } from './toolbarRules.ts'
import { useSelectionKeys } from '../../photo-collection/selection/useSelectionKeys.ts'
import styles from './SelectionBar.module.css'

const labels = {
  download: 'selection.download',
  copyToAlbum: 'selection.copyToAlbum',
  removeFromAlbum: 'selection.removeFromAlbum',
  delete: 'selection.delete',
  order: 'selection.order',
} as const satisfies Record<ToolbarAction, string>

export interface SelectionToolbarProps {
  /** Whether the view is a shared album, whose photos can only be viewed and downloaded. */
  readonly isShared?: boolean
  /** The viewer's own album that the view shows: photos can be removed from it. */
  readonly album?: { readonly id: string }
}

/** The actions for the selected photos of a view. */
export function SelectionToolbar({ isShared = false, album }: SelectionToolbarProps) {
  const { formatMessage } = useIntl()
  const { search } = useLocation()
  const session = useSession()
  const hasAlbums = useFeature('PhotoManagementAlbumViewEnabled')
  const selection = useSelection()
  const { amount } = useSelectionState(selection)
  const { order, isTransferring } = usePrintOrder()
  const [remove, isRemoving] = useRemoveSelected(selection)
  const [dialog, setDialog] = useState<SelectionDialogName | null>(null)
  const situation = { amount, isShared, maxPerOrder: maxPhotosPerOrder }
  const propsOf = (action: ToolbarAction) => ({
    label: formatMessage({ id: labels[action] }),
    blocker: blockerOf(action, situation),
  })
  useSelectionKeys(({ key, ctrlKey, metaKey, altKey, shiftKey }) => {
    const isDelete = key === 'Delete' && !(ctrlKey || metaKey || altKey || shiftKey)
    if (isDelete && blockerOf('delete', situation) === null) setDialog('delete')
    return isDelete
  })
  return (
    <>
      <Toolbar aria-label={formatMessage({ id: 'selection.toolbar' })} className={classes(styles.toolbar)}>
        <ToolbarButton {...propsOf('download')} icon={<DownloadIcon />} onPress={() => setDialog('download')} />
        {hasAlbums && (
          <ToolbarButton
            {...propsOf('copyToAlbum')}
            icon={<AddToAlbumIcon />}
            onPress={() => setDialog('copyToAlbum')}
          />
        )}
        {album && (
          <ToolbarButton
            {...propsOf('removeFromAlbum')}
            icon={<CloseIcon />}
            isPending={isRemoving}
            onPress={() => remove(album.id)}
          />
        )}
        <ToolbarButton
          {...propsOf('delete')}
          icon={<TrashIcon />}
          shortcut="Delete"
          onPress={() => setDialog('delete')}
        />
        {!isStripped(search) && (
          <ToolbarButton
            {...propsOf('order')}
            icon={<PrintIcon />}
            isPending={isTransferring}
            onPress={() => void order((signal) => collectSelected(session, selection, { signal }), amount)}
          />
        )}
      </Toolbar>
      <SelectionDialog
        name={dialog}
        selection={selection}
        albumId={album?.id}
        isShared={isShared}
        onClose={() => setDialog(null)}
      />
    </>
  )
}
