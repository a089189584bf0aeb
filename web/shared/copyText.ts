import { showToast } from '../ui/toasts.ts'

export interface CopyMessages {
  readonly copied: string
  readonly failed: string
}

/** Copies a text to the clipboard. A toast says whether it was copied: a browser may refuse to copy. */
export async function copyText(text: string, { copied, failed }: CopyMessages): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast({ kind: 'success', message: copied, timeout: 5_000 })
  } catch {
    showToast({ kind: 'error', message: failed })
  }
}
