/** The File System Access API, which only some browsers have: pages can write to a file that the user has chosen. */
interface Picker {
  showSaveFilePicker?: (options: { readonly suggestedName: string }) => Promise<SavedFileHandle>
}

/** A file that the user has chosen. */
export interface SavedFileHandle extends Pick<FileSystemFileHandle, 'createWritable' | 'getFile'> {
  /** Asks for permission, unless the user has granted it before. */
  readonly requestPermission?: (descriptor: { readonly mode: 'readwrite' }) => Promise<PermissionState>
  /** Some browsers have the rest of this API, but not `remove`. */
  readonly remove?: () => Promise<void>
}

/** Whether this browser lets pages write to a file that the user chooses. */
export function canChooseFile(): boolean {
  return 'showSaveFilePicker' in globalThis
}

/** Opens the file picker; resolves with null if the user cancels it. */
export async function chooseFile(fileName: string): Promise<SavedFileHandle | null> {
  try {
    // Callers check `canChooseFile` first.
    return (await (globalThis as Picker).showSaveFilePicker?.({ suggestedName: fileName })) ?? null
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null
    throw error
  }
}

/** Whether the page may write to the file. May ask for permission, so it needs a user gesture. */
export async function mayWrite(handle: SavedFileHandle): Promise<boolean> {
  return ((await handle.requestPermission?.({ mode: 'readwrite' })) ?? 'granted') === 'granted'
}

/** Deletes the empty file that the file picker has created. */
export async function removeEmptyFile(handle: SavedFileHandle): Promise<void> {
  try {
    if ((await handle.getFile()).size === 0) await handle.remove?.()
  } catch {
    // The file no longer exists, or the page has lost its permission.
  }
}
