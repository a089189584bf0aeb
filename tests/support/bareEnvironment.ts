const { PATH, NODE_COMPILE_CACHE } = process.env

/** What every process is given of this one's environment: nothing that is a setting, and where sources are kept compiled. */
export const bareEnvironment = { PATH, NODE_COMPILE_CACHE }
