import { graphql, useFragment } from 'react-relay/hooks'
import type { ProjectPartsFailure_projects$key } from '../../__generated__/ProjectPartsFailure_projects.graphql.ts'
import { PartFailure } from '../../shared/PartFailure.tsx'

const fragment = graphql`
  fragment ProjectPartsFailure_projects on ProjectConnection @argumentDefinitions(locale: { type: "Locale!" }) {
    edges {
      node {
        product(locale: $locale) @catch(to: RESULT) {
          __typename
        }
        firstPhotos @catch(to: RESULT) {
          __typename
        }
      }
    }
  }
`

export interface ProjectPartsFailureProps {
  readonly projects: ProjectPartsFailure_projects$key
  readonly onRetry: () => void
}

/** Says that pictures or products of projects could not be loaded. Renders nothing if all were loaded. */
export function ProjectPartsFailure({ projects, onRetry }: ProjectPartsFailureProps) {
  const { edges } = useFragment(fragment, projects)
  // The node of a project that was deleted is null.
  const isWhole = edges.every(({ node }) => !node || (node.product.ok && node.firstPhotos.ok))
  return isWhole ? null : <PartFailure onRetry={onRetry} />
}
