/** The folder of the Python runtime, named after what is in it; the build fills it in. */
declare const __RUNTIME__: string;
