import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type {
  PhotoInformation_photo$data,
  PhotoInformation_photo$key,
} from '../../../__generated__/PhotoInformation_photo.graphql.ts'
import { Button } from '../../../ui/Button.tsx'
import { ExternalIcon, RetryIcon } from '../../../ui/icons.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import {
  type Place,
  cameraText,
  dimensionsText,
  exposureText,
  fileSizeText,
  mapUrl,
  placeText,
} from './informationTexts.ts'
import { notShownReason } from './notShownReason.ts'
import { takenText, uploadedText } from './informationTimes.ts'
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
  readonly onRetry: () => void
}

/** The details of a photo. Facts that its file does not contain are left out. */
export function PhotoInformation({ photo, onRetry }: PhotoInformationProps) {
  const intl = useIntl()
  const data = useFragment(fragment, photo)
  const { fileName, dateTaken, dateTakenOffset, created, owner, width, height, location, details } = data
  const notShown = notShownReason(data.pictureProblem)
  return (
    <>
      <dl className={styles.facts}>
        <Fact id="owner" value={owner?.email} />
        <Fact id="taken" value={takenText({ dateTaken, dateTakenOffset }, intl)} />
        <Fact id="uploaded" value={uploadedText(created, intl)} />
        <Fact id="file" value={fileName} />
        <Fact id="dimensions" value={dimensionsText({ width, height }, intl)} />
        {notShown && <Fact id="picture" value={intl.formatMessage({ id: `preview.notShown.${notShown}` })} />}
        {details && <FileFacts {...details} />}
        {location && <Fact id="place" value={<PlaceOnMap {...location} />} />}
      </dl>
      {!details && (
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

type Details = NonNullable<PhotoInformation_photo$data['details']>

function FileFacts(details: Details) {
  const intl = useIntl()
  const { fileSize, cameraMake, cameraModel, lensModel, exposureTime, fNumber, focalLength, sensitivity } = details
  return (
    <>
      <Fact id="size" value={fileSizeText(fileSize, intl)} />
      <Fact id="camera" value={cameraText(cameraMake, cameraModel)} />
      <Fact id="lens" value={lensModel} />
      <Fact id="exposure" value={exposureText({ exposureTime, fNumber, focalLength, sensitivity }, intl)} />
    </>
  )
}

function PlaceOnMap({ latitude, longitude }: Place) {
  const intl = useIntl()
  return (
    <>
      {placeText({ latitude, longitude }, intl)}
      <a href={mapUrl({ latitude, longitude })} target="_blank" rel="noreferrer" className={styles.map}>
        {intl.formatMessage({ id: 'preview.map' })}
        <ExternalIcon size={16} />
        <VisuallyHidden> {intl.formatMessage({ id: 'common.newWindow' })}</VisuallyHidden>
      </a>
    </>
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
