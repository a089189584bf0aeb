/** What some browsers have beyond what is common: they let pages write to a file that the customer has chosen. */
interface Picker {
  showSaveFilePicker?: (options: { readonly suggestedName: string }) => Promise<SavedFileHandle>
}

/** A file that the customer has chosen. */
export interface SavedFileHandle extends Pick<FileSystemFileHandle, 'createWritable' | 'getFile'> {
  /** Asks the customer, who may have been asked and have allowed it before. */
  readonly requestPermission?: (descriptor: { readonly mode: 'readwrite' }) => Promise<PermissionState>
  /** Not every browser that has the rest has this. */
  readonly remove?: () => Promise<void>
}

/** Whether this browser lets pages write to a file that the customer chooses. */
export function canChooseFile(): boolean {
  return 'showSaveFilePicker' in globalThis
}

/** Asks where the file is to be; null when the customer has thought better of it. */
export async function chooseFile(fileName: string): Promise<SavedFileHandle | null> {
  try {
    // Looked for before anybody gets here.
    return (await (globalThis as Picker).showSaveFilePicker?.({ suggestedName: fileName })) ?? null
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null
    throw error
  }
}

/** Whether the page may write there: by a press, the customer is asked where that has to be allowed again. */
export async function mayWrite(handle: SavedFileHandle): Promise<boolean> {
  return ((await handle.requestPermission?.({ mode: 'readwrite' })) ?? 'granted') === 'granted'
}

/** Takes away what choosing a place has left there: an empty file. */
export async function leavePlace(handle: SavedFileHandle): Promise<void> {
  try {
    if ((await handle.getFile()).size === 0) await handle.remove?.()
  } catch {
    // It is gone, or not ours to take away any more.
  }
}
