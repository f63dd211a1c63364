"""Leaving with the process that started this one."""

from __future__ import annotations

import os
import signal
import threading
from multiprocessing import parent_process
from multiprocessing.connection import wait


def leave_with_parent(grace_s: float) -> None:
    """End this process when its parent is gone: orderly, by SIGTERM, and by force after ``grace_s`` seconds.

    A parent that was killed cannot tell its processes; they would go on serving, and hold the port, for ever.
    """
    parent = parent_process()
    if parent is None:
        return

    def watch() -> None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)
        threading.Event().wait(grace_s)
        os._exit(1)

    threading.Thread(target=watch, name="parent-watch", daemon=True).start()
