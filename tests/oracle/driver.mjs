// Asks a released OpenClaw: node driver.mjs MODULE < request.json > reply.json (see released.py).
import fs from "node:fs";
import { pathToFileURL } from "node:url";

const openclaw = await import(pathToFileURL(process.argv[2]).href);
const { questions = [], names = [] } = JSON.parse(fs.readFileSync(0, "utf8"));

const WORKSPACE = "/workspace";
const SESSION_KEYS = {
  main: "agent:main:main",
  subagent: "agent:main:subagent:1",
  cron: "agent:main:cron:1",
  group: "agent:main:telegram:group:1",
};

function answer({ files, maxChars, totalMaxChars }) {
  const given = files.map(({ name, path, content }) => ({ name, path, missing: content === null, content: content ?? undefined }));
  const injected = openclaw.buildBootstrapContextFiles(given, { maxChars, totalMaxChars });
  return Object.fromEntries(injected.map(({ path, content }) => [path, content]));
}

function readBy(sessionKey) {
  const files = names.map((name) => ({ name, path: `${WORKSPACE}/${name}`, content: name, missing: false }));
  // Releases before 2026.8.1 take the key itself, later ones a description of the session.
  const takesKey = !/workspaceDir/.test(openclaw.filterBootstrapFilesForSession.toString());
  const session = takesKey ? sessionKey : { sessionKey, workspaceDir: WORKSPACE };
  return openclaw.filterBootstrapFilesForSession(files, session).map((file) => file.name);
}

const answers = questions.map(answer);
const readers = names.length
  ? Object.fromEntries(Object.entries(SESSION_KEYS).map(([kind, key]) => [kind, readBy(key)]))
  : {};
// Half a surrogate pair survives: JSON.stringify escapes it.
process.stdout.write(JSON.stringify({ answers, readers }));
