/** The result when the project does not exist, or does not belong to the viewer. */
export const projectNotFound = {
  __typename: 'ProjectNotFound',
  code: 'NOT_FOUND',
  message: 'There is no such project, or it is not yours.',
} as const
