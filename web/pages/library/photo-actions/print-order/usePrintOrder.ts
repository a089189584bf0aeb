import { useCallback, useSyncExternalStore } from 'react'
import { useIntl } from 'react-intl'
import { graphql } from 'react-relay/hooks'
import { useLocation } from 'react-router-dom'
import type { Environment } from 'relay-runtime'
import type { usePrintOrderMutation } from '../../../../__generated__/usePrintOrderMutation.graphql.ts'
import { runMutation } from '../../../../relay/useAppMutation.ts'
import { useSession } from '../../../../app/sessionContext.ts'
import { showToast } from '../../../../ui/toasts.ts'
import { editorAddress } from '../../../../shared/editorAddress.ts'
import {
  EditorNotOpened,
  type HandedOver,
  printTransferOf,
  type PrintTransfer,
  type TransferOptions,
  type TransferState,
} from './PrintTransfer.ts'

const mutation = graphql`
  mutation usePrintOrderMutation($input: CreateTempSelectionInput!) {
    createTempSelection(input: $input) {
      __typename
      ... on CreateTempSelectionSuccess {
        tempSelection {
          tempSelectionId
        }
        leftOutIds
      }
      ... on PhotosWithoutPicture {
        code
      }
    }
  }
`

/** The product code of prints in the editors of all brands. */
const printsProduct = 'PAP_910'

/** The session's transfer of photos to the editor, and its state. */
export function usePrintTransfer(): { readonly transfer: PrintTransfer; readonly state: TransferState } {
  const transfer = printTransferOf(useSession())
  return { transfer, state: useSyncExternalStore(transfer.subscribe, transfer.getState) }
}

/** Orders prints: transfers photos to the brand's editor and navigates there. A toast reports a failure. */
export function usePrintOrder(): {
  readonly order: (photoIds: TransferOptions['photoIds'], amount: number) => Promise<void>
  readonly isTransferring: boolean
} {
  const { config, environment } = useSession()
  const { formatMessage } = useIntl()
  const { search } = useLocation()
  const { transfer, state } = usePrintTransfer()
  const order = useCallback(
    async (photoIds: TransferOptions['photoIds'], amount: number) => {
      const handOver = async (ids: readonly string[]): Promise<HandedOver> => {
        const { tempSelectionId, leftOut } = await createTempSelection(environment, ids)
        if (tempSelectionId === null) return { address: null, leftOut }
        const content = { productCode: printsProduct, tempSelectionId }
        return { address: editorAddress(config.links.editor, content, search), leftOut }
      }
      try {
        await transfer.begin({ photoIds, amount, handOver, leave: (address) => location.assign(address) })
      } catch (error) {
        const id = error instanceof EditorNotOpened ? 'printOrder.noEditor' : 'printOrder.failed'
        showToast({ kind: 'error', message: formatMessage({ id }) })
      }
    },
    [config, environment, formatMessage, search, transfer],
  )
  return { order, isTransferring: state.step !== 'idle' }
}

interface NewSelection {
  /** Null if none of the photos can be printed. */
  readonly tempSelectionId: string | null
  readonly leftOut: number
}

async function createTempSelection(environment: Environment, photoIds: readonly string[]): Promise<NewSelection> {
  const variables = { input: { photoIds } }
  const outcome = await runMutation<usePrintOrderMutation>(environment, mutation, { variables })
  if (outcome.kind === 'failed') throw outcome.error
  const { createTempSelection: result } = outcome.response
  if (result.__typename === 'PhotosWithoutPicture') return { tempSelectionId: null, leftOut: photoIds.length }
  if (result.__typename !== 'CreateTempSelectionSuccess') throw new Error('None of the photos exists any more')
  return { tempSelectionId: result.tempSelection.tempSelectionId, leftOut: result.leftOutIds.length }
}
