# Sourced by the scripts that need Node: ends them as skipped if it is missing or too old.

for tool in node npm; do
    command -v "$tool" > /dev/null || { echo "NOT RUN: $tool is not installed: install Node 20.11 or newer"; exit 77; }
done
if ! node -e 'const [major, minor] = process.versions.node.split("."); process.exit(major * 100 + +minor < 2011 ? 1 : 0)'; then
    echo "NOT RUN: node is $(node --version): install Node 20.11 or newer"
    exit 77
fi
