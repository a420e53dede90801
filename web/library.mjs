// Makes Python's library as the page needs it, by the very Python that will read it: see library.py.
//
//     node library.mjs PYODIDE PACKAGES TARGET MODULE...
//
// PYODIDE is the folder of the runtime, PACKAGES one with our package as a zip and wheels, and the
// modules are those of ours that the page imports.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, packages, target, ...modules] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")));
const python = await loadPyodide();
for (const name of readdirSync(packages).sort()) {
    const form = { whl: "wheel", zip: "zip" }[name.split(".").at(-1)];
    const content = new Uint8Array(readFileSync(join(packages, name))).buffer;
    if (form) python.unpackArchive(content, form, { extractDir: "/lib/python3.14/site-packages" });
}
python.globals.set("MODULES", python.toPy(modules));
python.runPython(readFileSync(new URL("library.py", import.meta.url), "utf-8"));
writeFileSync(target, python.FS.readFile("/library.zip"));
