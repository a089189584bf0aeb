import type { RecordSourceSelectorProxy } from 'relay-runtime'

/** Removes an object from a list of the viewer. */
export function removeFromViewer(store: RecordSourceSelectorProxy, list: 'sessions' | 'passkeys', id: string): void {
  const viewer = store.getRoot().getLinkedRecord('viewer')
  const records = viewer?.getLinkedRecords(list)
  if (viewer && records) {
    viewer.setLinkedRecords(
      records.filter((record) => record.getDataID() !== id),
      list,
    )
  }
}
