import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type {
  PhotoInformation_photo$data,
  PhotoInformation_photo$key,
} from '../../../__generated__/PhotoInformation_photo.graphql.ts'
import { useFileSize } from '../../../shared/fileSize.ts'
import { Button } from '../../../ui/Button.tsx'
import { ExternalIcon } from '../../../ui/icons.tsx'
import { RetryIcon } from '../../../ui/laterIcons.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { type Place, cameraText, dimensionsText, exposureText, mapUrl, placeText } from './informationTexts.ts'
import { notShownReason } from './notShownReason.ts'
import { takenText, uploadedText } from './informationTimes.ts'
import { PrintQualities } from './PrintQualities.tsx'
import styles from './InformationPanel.module.css'

const fragment = graphql`
  fragment PhotoInformation_photo on Photo {
    fileName
    dateTaken
    dateTakenOffset
    created
    owner {
      email
    }
    width
    height
    pictureProblem
    location {
      latitude
      longitude
    }
    details {
      fileSize
      cameraMake
      cameraModel
      lensModel
      focalLength
      fNumber
      exposureTime
      sensitivity
    }
  }
`

export interface PhotoInformationProps {
  readonly photo: PhotoInformation_photo$key
  /** Whether the technical details are shown. */
  readonly isExpanded: boolean
  readonly onExpand: (isExpanded: boolean) => void
  readonly onRetry: () => void
}

/**
 * Shows the facts about a photo that people look for first, and its technical details on request. Unknown facts are
 * left out.
 */
export function PhotoInformation({ photo, isExpanded, onExpand, onRetry }: PhotoInformationProps) {
  const intl = useIntl()
  const sizeOf = useFileSize()
  const data = useFragment(fragment, photo)
  const { fileName, dateTaken, dateTakenOffset, created, owner, width, height, location, details } = data
  const notShown = notShownReason(data.pictureProblem)
  const qualities = width && height ? <PrintQualities width={width} height={height} /> : null
  return (
    <>
      <dl className={styles.facts}>
        <Fact id="owner" value={owner?.email} />
        <Fact id="taken" value={takenText({ dateTaken, dateTakenOffset }, intl)} />
        {location && <Fact id="place" value={<MapLink {...location} />} />}
        <Fact id="uploaded" value={uploadedText(created, intl)} />
        <Fact id="file" value={fileName} />
        <Fact id="dimensions" value={dimensionsText({ width, height }, intl)} />
        {notShown && <Fact id="picture" value={intl.formatMessage({ id: `preview.notShown.${notShown}` })} />}
        {typeof details?.fileSize === 'number' && <Fact id="size" value={sizeOf(details.fileSize)} />}
        <Fact id="prints" value={notShown ? intl.formatMessage({ id: 'prints.impossible' }) : qualities} />
      </dl>
      {details ? (
        <TechnicalDetails {...{ details, location, isExpanded, onExpand }} />
      ) : (
        <div role="alert" className={styles.failure}>
          <p>{intl.formatMessage({ id: 'preview.detailsFailed' })}</p>
          <Button size="small" icon={<RetryIcon size={18} />} onPress={onRetry}>
            {intl.formatMessage({ id: 'common.retry' })}
          </Button>
        </div>
      )}
    </>
  )
}

interface TechnicalDetailsProps extends Pick<PhotoInformationProps, 'isExpanded' | 'onExpand'> {
  readonly details: NonNullable<PhotoInformation_photo$data['details']>
  readonly location: Place | null | undefined
}

/** The camera with its settings, and the coordinates; nothing if the file contains none of them. */
function TechnicalDetails({ details, location, isExpanded, onExpand }: TechnicalDetailsProps) {
  const intl = useIntl()
  const { cameraMake, cameraModel, lensModel, focalLength, fNumber, exposureTime, sensitivity } = details
  const camera = cameraText(cameraMake, cameraModel)
  const exposure = exposureText({ focalLength, fNumber, exposureTime, sensitivity }, intl)
  if (!camera && !lensModel && !exposure && !location) return null
  return (
    <details
      open={isExpanded}
      className={styles.details}
      onToggle={({ currentTarget }) => onExpand(currentTarget.open)}
    >
      <summary>{intl.formatMessage({ id: 'common.details' })}</summary>
      <dl className={styles.facts}>
        <Fact id="camera" value={camera} />
        <Fact id="lens" value={lensModel} />
        <Fact id="exposure" value={exposure} />
        {location && <Fact id="coordinates" value={placeText(location, intl)} />}
      </dl>
    </details>
  )
}

function MapLink({ latitude, longitude }: Place) {
  const intl = useIntl()
  return (
    <a href={mapUrl({ latitude, longitude })} target="_blank" rel="noreferrer" className={styles.map}>
      {intl.formatMessage({ id: 'preview.map' })}
      <ExternalIcon size={16} />
      <VisuallyHidden> {intl.formatMessage({ id: 'common.newWindow' })}</VisuallyHidden>
    </a>
  )
}

interface FactProps {
  readonly id:
    | 'owner'
    | 'taken'
    | 'uploaded'
    | 'file'
    | 'dimensions'
    | 'picture'
    | 'size'
    | 'camera'
    | 'lens'
    | 'exposure'
    | 'place'
    | 'coordinates'
    | 'prints'
  readonly value: ReactNode
}

function Fact({ id, value }: FactProps) {
  const { formatMessage } = useIntl()
  if (value === null || value === undefined || value === '') return null
  return (
    <div className={styles.fact}>
      <dt>{formatMessage({ id: `preview.fact.${id}` })}</dt>
      <dd>{value}</dd>
    </div>
  )
}
