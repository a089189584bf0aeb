import { fetchQuery, graphql } from 'react-relay/hooks'
import type { IEnvironment } from 'relay-runtime'
import type { findProjectsUsingQuery } from '../../../../__generated__/findProjectsUsingQuery.graphql.ts'
import type { findProjectsUsingAllQuery } from '../../../../__generated__/findProjectsUsingAllQuery.graphql.ts'

const query = graphql`
  query findProjectsUsingQuery($photoIds: [ID!]!) {
    viewer {
      library {
        projectsUsing(photoIds: $photoIds) {
          totalCount
          projects {
            id
            title
          }
        }
      }
    }
  }
`

const allQuery = graphql`
  query findProjectsUsingAllQuery {
    viewer {
      projects(first: 3) {
        totalCount
        edges {
          node {
            title
          }
        }
      }
    }
  }
`

/** The gateway's limit for one request. */
const perRequest = 500

/** Saved projects that use certain photos. */
export interface ProjectsUsing {
  readonly count: number
  /** The titles of the first projects, most recently changed first. Null: the title is unknown. */
  readonly titles: readonly (string | null)[]
}

/**
 * Finds the saved projects that use any of these photos, in calls of up to 500 photos. Null if there are none, or if
 * the service does not know.
 */
export async function findProjectsUsing(
  environment: IEnvironment,
  photoIds: readonly string[],
): Promise<ProjectsUsing | null> {
  const titles = new Map<string, string | null>()
  let count = 0
  for (let start = 0; start < photoIds.length; start += perRequest) {
    const variables = { photoIds: photoIds.slice(start, start + perRequest) }
    const answer = await fetchQuery<findProjectsUsingQuery>(environment, query, variables).toPromise()
    const found = answer?.viewer?.library.projectsUsing
    if (!found) return null
    for (const { id, title } of found.projects) titles.set(id, title ?? null)
    // The totals of several calls are not added, because two calls may find the same project. A total may be higher
    // than the number of returned projects, because a call returns at most 100 projects.
    count = Math.max(count, found.totalCount, titles.size)
  }
  return count === 0 ? null : { count, titles: [...titles.values()] }
}

/** Finds all saved projects, for a deletion of all photos. Null if there are none. */
export async function findAllProjects(environment: IEnvironment): Promise<ProjectsUsing | null> {
  const answer = await fetchQuery<findProjectsUsingAllQuery>(environment, allQuery, {}).toPromise()
  const found = answer?.viewer?.projects
  if (!found || found.totalCount === 0) return null
  return { count: found.totalCount, titles: found.edges.map(({ node }) => node.title ?? null) }
}
