/** What some browsers have beyond what is common: they let pages write to a file that the customer has chosen. */
interface Picker {
  showSaveFilePicker?: (options: { readonly suggestedName: string }) => Promise<SavedFileHandle>
}

/** A file that the customer has chosen. */
export interface SavedFileHandle {
  readonly createWritable: () => Promise<FileSystemWritableFileStream>
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
