import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type {
  StorageDialog_storage$data,
  StorageDialog_storage$key,
} from '../../../__generated__/StorageDialog_storage.graphql.ts'
import { OrderLink } from '../../../shared/storage/OrderLink.tsx'
import { StorageMeter } from '../../../shared/storage/StorageMeter.tsx'
import { useStorageUsage } from '../../../shared/storage/storageUsage.ts'
import { useFormatDay, useStorageTexts } from '../../../shared/storage/useStorageTexts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { InfoIcon } from '../../../ui/laterIcons.tsx'
import styles from './StorageDialog.module.css'

const fragment = graphql`
  fragment StorageDialog_storage on StorageStatus {
    status
    deletionDate
    isEstimate
    delayedDeletionDate
    projectedDeletionDate
    lastOrderDate
    registrationDate
    projectCount
    ...useStorageTexts_storage
  }
`

export interface StorageDialogProps {
  readonly storage: StorageDialog_storage$key
  /** False if there are no photos that could be deleted. */
  readonly hasPhotos: boolean
  readonly onClose: () => void
}

/** Shows the storage status: how long photos are kept, why, and what to do. The title names an imminent deletion. */
export function StorageDialog({ storage, hasPhotos, onClose }: StorageDialogProps) {
  const { formatMessage } = useIntl()
  const period = useFragment(fragment, storage)
  const { sentence, orderBy } = useStorageTexts(period)
  const usage = useStorageUsage()
  const status = formatMessage({ id: 'storage.status' })
  const isCritical = hasPhotos && period.status === 'CRITICAL'
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={isCritical ? sentence : status}
      footer={
        <>
          <Button onPress={onClose}>{formatMessage({ id: 'common.close' })}</Button>
          <OrderLink variant="primary" />
        </>
      }
    >
      <div className={styles.content}>
        {hasPhotos ? (
          <div data-status={period.status} className={styles.lead}>
            {!isCritical && (
              <p>
                <strong>{sentence}</strong>
              </p>
            )}
            <p>{orderBy}</p>
          </div>
        ) : (
          <p className={styles.lead}>{formatMessage({ id: 'storage.empty' })}</p>
        )}
        {period.isEstimate && (
          <p className={styles.estimate}>
            <InfoIcon size={20} />
            {formatMessage({ id: 'storage.estimateText' })}
          </p>
        )}
        <p className={styles.rule}>{formatMessage({ id: 'storage.rule' })}</p>
        {usage && <StorageMeter usage={usage} />}
        <Facts period={period} hasPhotos={hasPhotos} />
        {hasPhotos && <p className={styles.rule}>{formatMessage({ id: 'storage.advice' })}</p>}
      </div>
    </Dialog>
  )
}

interface FactsProps {
  readonly period: StorageDialog_storage$data
  readonly hasPhotos: boolean
}

function Facts({ period, hasPhotos }: FactsProps) {
  const { formatMessage, formatNumber } = useIntl()
  const formatDay = useFormatDay()
  const { lastOrderDate, delayedDeletionDate, projectedDeletionDate, isEstimate } = period
  const deletion = formatDay(period.deletionDate)
  const lastOrder =
    typeof lastOrderDate !== 'string' ? formatMessage({ id: 'storage.noOrder' }) : formatDay(lastOrderDate)
  const isExtended = typeof delayedDeletionDate === 'string' && delayedDeletionDate !== projectedDeletionDate
  const facts = [
    { name: 'storage.lastOrder', value: lastOrder },
    { name: 'storage.registered', value: formatDay(period.registrationDate) },
    ...(isExtended ? [{ name: 'storage.projected', value: formatDay(projectedDeletionDate) }] : []),
    ...(hasPhotos ? [{ name: isExtended ? 'storage.extended' : 'storage.deletion', value: deletion }] : []),
    { name: 'storage.projects', value: formatNumber(period.projectCount) },
  ]
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{formatMessage({ id: name })}</dt>
          <dd>{isEstimate ? formatMessage({ id: 'storage.estimated' }, { text: value }) : value}</dd>
        </div>
      ))}
    </dl>
  )
}
