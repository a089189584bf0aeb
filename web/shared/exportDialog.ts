import { useSession } from '../app/sessionContext.ts'
import type { PublicConfig } from '../app/publicConfig.ts'
import { perSession } from '../app/Session.ts'
import { Store } from '../app/Store.ts'

/** The sales channel without exports. */
const excludedChannel = 'p'

/** Whether a brand's customers are offered an export. */
export function offersExport({ channel }: Pick<PublicConfig, 'channel'>): boolean {
  return channel !== excludedChannel
}

/** Stores whether the dialog that exports all photos is open. `ExportOpener` shows the dialog on any page. */
class ExportDialogState extends Store {
  #isOpen = false

  readonly isOpen = (): boolean => this.#isOpen

  readonly open = (): void => this.#set(true)

  readonly close = (): void => this.#set(false)

  #set(isOpen: boolean): void {
    this.#isOpen = isOpen
    this.changed()
  }
}

const exportDialogOf = perSession(() => new ExportDialogState())

/** Opens the dialog that exports all photos, from pages outside of the library. */
export function useExportDialog(): ExportDialogState {
  return exportDialogOf(useSession())
}
