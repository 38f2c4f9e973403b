"""The same agent through the Model Context Protocol: the model's calls go to `domtool mcp` by the protocol's own client.

    pip install 'mcp>=2' domtool
    export OPENAI_API_KEY=...    # and OPENAI_BASE_URL, OPENAI_MODEL for another endpoint than OpenAI's
    python mcp_agent.py 'Which teas does https://shop.example sell?'
"""

import asyncio
import json
import os
import sys
from typing import Any, Dict, List

from agent import MOST_TURNS, RULES, ask
from mcp import ClientSession, StdioServerParameters, stdio_client
from mcp.types import TextContent, Tool


async def do(task: str) -> str:
    """Does a task, and gives the model's last words."""
    messages: List[Dict[str, Any]] = [
        {"role": "system", "content": RULES},
        {"role": "user", "content": task},
    ]
    program = os.environ.get("DOMTOOL_BIN", "domtool")
    server = StdioServerParameters(command=program, args=["mcp"], env=dict(os.environ))
    async with stdio_client(server) as (reading, writing), ClientSession(reading, writing) as client:
        await client.initialize()
        listed = (await client.list_tools()).tools
        tools = [{"type": "function", "function": function(tool)} for tool in listed]
        for _ in range(MOST_TURNS):
            reply = await asyncio.to_thread(ask, messages, tools)
            messages.append(reply)
            if not reply.get("tool_calls"):
                return str(reply["content"])
            for call in reply["tool_calls"]:
                name, arguments = call["function"]["name"], call["function"]["arguments"]
                print(name, arguments, file=sys.stderr)
                answer = await client.call_tool(name, json.loads(arguments))
                text = "".join(part.text for part in answer.content if isinstance(part, TextContent))
                messages.append({"role": "tool", "tool_call_id": call["id"], "content": text})
    raise RuntimeError("it takes too many turns")


def function(tool: Tool) -> Dict[str, Any]:
    """A tool as chat completions take it."""
    return {"name": tool.name, "description": tool.description, "parameters": tool.input_schema}


if __name__ == "__main__":
    print(asyncio.run(do(sys.argv[1])))
