const { PATH, NODE_COMPILE_CACHE } = process.env

/** The variables that child processes inherit: no settings, only the path and the folder of Node's compile cache. */
export const bareEnvironment = { PATH, NODE_COMPILE_CACHE }
