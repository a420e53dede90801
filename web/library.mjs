// Makes Python's library and the packages as the page needs them, by the very Python that will read
// them: see library.py.
//
//     node library.mjs PYODIDE LIBRARY PACKAGES MODULES ARCHIVE...
//
// PYODIDE is the folder of the runtime, LIBRARY and PACKAGES are the files to be written, MODULES are
// those that the page imports, with commas between, and the archives are zips and wheels.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, library, packages, modules, ...archives] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")));
const python = await loadPyodide();
for (const path of archives)
    python.unpackArchive(new Uint8Array(readFileSync(path)).buffer, "zip", {
        extractDir: "/lib/python3.14/site-packages",
    });
python.globals.set("MODULES", python.toPy(modules.split(",")));
python.runPython(readFileSync(new URL("library.py", import.meta.url), "utf-8"));
writeFileSync(library, python.FS.readFile("/library.zip"));
writeFileSync(packages, python.FS.readFile("/packages.bin"));
