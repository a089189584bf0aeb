import { type ReactNode, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { type PreloadedQuery, graphql, usePreloadedQuery } from 'react-relay/hooks'
import type { ReorderDialogQuery } from '../../../../__generated__/ReorderDialogQuery.graphql.ts'
import { useAnswer } from '../../../../relay/useAnswer.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { ErrorState } from '../../../../ui/ErrorState.tsx'
import { LinkButton } from '../../../../ui/LinkButton.tsx'
import { Skeleton } from '../../../../ui/Skeleton.tsx'
import { VisuallyHidden } from '../../../../ui/VisuallyHidden.tsx'
import styles from './ReorderDialog.module.css'
import { ReorderLines } from './ReorderLines.tsx'
import { type ReorderOutcome, useReorder } from './useReorder.ts'

const query = graphql`
  query ReorderDialogQuery($code: String!) {
    viewer {
      order(code: $code) {
        reorderPreflight {
          lines {
            line {
              id
            }
            skipReason
          }
          ...ReorderLines_preflight
        }
      }
    }
  }
`

export interface ReorderDialogProps {
  readonly orderId: string
  readonly code: string
  readonly onClose: () => void
}

/** Shows what would be ordered again, at which prices, and what would be left out; then opens the basket. */
export function ReorderDialog({ orderId, code, onClose }: ReorderDialogProps) {
  const { formatMessage } = useIntl()
  const { reference, hasFailed, retry, isRetrying } = useAnswer<ReorderDialogQuery>(query, { code })
  const [reorder, isPending] = useReorder()
  const [outcome, setOutcome] = useState<ReorderOutcome | null>(null)
  const submit = async (announced: readonly string[]) => {
    setOutcome(null)
    const result = await reorder(orderId)
    // The customer has seen what is left out, so the basket can open immediately.
    if (result.kind === 'ordered' && isSubset(result.skipped, announced)) location.assign(result.shopUrl)
    else setOutcome(result)
  }
  const failure = (
    <ErrorState message={formatMessage({ id: 'reorder.checkFailed' })} isRetrying={isRetrying} onRetry={retry} />
  )
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isPending={isPending}
      title={<FormattedMessage id="reorder.title" />}
      alert={outcome && <Outcome outcome={outcome} />}
      footer={
        <>
          <Button isDisabled={isPending} onPress={onClose}>
            <FormattedMessage id="common.cancel" />
          </Button>
          {outcome?.kind === 'ordered' && (
            <LinkButton variant="primary" href={outcome.shopUrl}>
              <FormattedMessage id="reorder.toBasket" />
            </LinkButton>
          )}
          {outcome?.kind !== 'ordered' && reference && (
            <Submit queryReference={reference} isPending={isPending} onSubmit={(skipped) => void submit(skipped)} />
          )}
        </>
      }
    >
      <p className={styles.text}>
        <FormattedMessage id="reorder.text" />
      </p>
      {reference && <Plan queryReference={reference} failure={failure} />}
      {!reference && hasFailed && failure}
      {!reference && !hasFailed && <Loading />}
    </Dialog>
  )
}

/** What a reorder would order; null if the service could not find this out. */
function useReorderPlan(reference: PreloadedQuery<ReorderDialogQuery>) {
  const { viewer } = usePreloadedQuery<ReorderDialogQuery>(query, reference)
  const preflight = viewer?.order?.reorderPreflight
  if (!preflight) return null
  const skipped = preflight.lines.flatMap(({ line, skipReason }) => (skipReason ? [line.id] : []))
  return { preflight, skipped, isOrderable: skipped.length < preflight.lines.length }
}

/** Whether all these lines were announced as left out. */
function isSubset(skipped: readonly string[], announced: readonly string[]): boolean {
  return skipped.every((id) => announced.includes(id))
}

interface PlanProps {
  readonly queryReference: PreloadedQuery<ReorderDialogQuery>
  /** Shown if there is no plan. */
  readonly failure: ReactNode
}

function Plan({ queryReference, failure }: PlanProps) {
  const plan = useReorderPlan(queryReference)
  if (!plan) return failure
  return <ReorderLines preflight={plan.preflight} />
}

interface SubmitProps {
  readonly queryReference: PreloadedQuery<ReorderDialogQuery>
  readonly isPending: boolean
  /** Called with the ids of the lines that are announced as left out. */
  readonly onSubmit: (skipped: readonly string[]) => void
}

function Submit({ queryReference, isPending, onSubmit }: SubmitProps) {
  const plan = useReorderPlan(queryReference)
  if (!plan) return null
  return (
    <Button
      variant="primary"
      isPending={isPending}
      isDisabled={!plan.isOrderable}
      onPress={() => onSubmit(plan.skipped)}
    >
      <FormattedMessage id="reorder.submit" />
    </Button>
  )
}

function Outcome({ outcome }: { readonly outcome: ReorderOutcome }) {
  if (outcome.kind === 'ordered')
    return <FormattedMessage id="reorder.leftOut" values={{ count: outcome.skipped.length }} />
  const reason = outcome.kind === 'unavailable' ? outcome.reason : null
  if (reason && reason !== '%future added value') return <FormattedMessage id={`order.unavailable.${reason}`} />
  return <FormattedMessage id="reorder.failed" />
}

function Loading() {
  return (
    <>
      <output>
        <VisuallyHidden>
          <FormattedMessage id="common.loading" />
        </VisuallyHidden>
      </output>
      <Skeleton className={styles.line} />
      <Skeleton className={styles.line} />
    </>
  )
}
