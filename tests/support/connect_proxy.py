"""An HTTP proxy on the loopback that knows CONNECT alone, as those of companies do for TLS."""

import asyncio
import base64
from contextlib import suppress


class ConnectProxy:
    """Lets connections through to where they ask for, as ``async with``; remembers the hosts in ``reached``.

    With ``login``, ``user:password``, it wants that first. Hosts in ``refused`` get a 403.
    """

    def __init__(self, *, login: str = "", refused: tuple[str, ...] = ()) -> None:
        self.reached: list[str] = []
        self._refused = refused
        self._login = f"basic {base64.b64encode(login.encode()).decode()}" if login else ""
        self._connections: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> "ConnectProxy":
        self._server = await asyncio.start_server(self._serve, "127.0.0.1")
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for one in self._connections:
            one.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._connections.add(asyncio.current_task())
        try:
            first, *headers = (await reader.readuntil(b"\r\n\r\n")).decode().splitlines()
            method, target, _ = first.split()
            host, _, port = target.rpartition(":")
            said = {name.lower(): value for name, _, value in (line.partition(": ") for line in headers)}
            if self._login and said.get("proxy-authorization", "").replace("Basic", "basic") != self._login:
                status = "407 Proxy Authentication Required"
            else:
                status = (
                    "403 Forbidden" if host in self._refused or method != "CONNECT" else "200 Connection established"
                )
            writer.write(f"HTTP/1.1 {status}\r\n\r\n".encode())
            if status.startswith("200"):
                self.reached.append(host)
                opening = asyncio.ensure_future(asyncio.open_connection(host, port))
                try:
                    far = await asyncio.shield(opening)
                except asyncio.CancelledError:
                    # It may be open by now, and nobody else would close it.
                    (await opening)[1].close()
                    raise
                await _tunnel(reader, writer, *far)
        except (OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            # Cancelled at the end: asyncio would log it as an error of this callback.
            pass
        finally:
            writer.close()


async def _tunnel(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    far_reader: asyncio.StreamReader,
    far_writer: asyncio.StreamWriter,
) -> None:
    ways = [asyncio.ensure_future(_copy(*way)) for way in ((reader, far_writer), (far_reader, writer))]
    try:
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for way in ways:
            way.cancel()
        await asyncio.gather(*ways, return_exceptions=True)
        far_writer.close()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
