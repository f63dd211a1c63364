"""In what order boxes are painted so that nearer ones hide farther ones."""

from __future__ import annotations

import heapq

import numpy as np

from datasets.scenes.types import Floats

_SLACK = 0.03


def paint_order(corners: Floats, normals: Floats, pixel_boxes: Floats, eye: Floats) -> list[int]:
    """Indices of N boxes, farthest first.

    `corners` (N, 8, 3), `normals` (N, 3, 3) the boxes' axes as columns, `pixel_boxes` (N, 4) their extent in the
    picture (x0, y0, x1, y1), `eye` (3,). Two boxes that overlap in the picture are told apart by a face plane that
    separates them; distance decides where there is none (they touch or intersect) and breaks cycles.
    """
    count = len(corners)
    centres = corners.mean(1)
    distance = np.linalg.norm(centres - eye, axis=1)
    if count < 2:
        return list(range(count))
    b = pixel_boxes
    meet = (
        (b[:, None, 0] < b[None, :, 2])
        & (b[None, :, 0] < b[:, None, 2])
        & (b[:, None, 1] < b[None, :, 3])
        & (b[None, :, 1] < b[:, None, 3])
    )
    first, second = np.nonzero(np.triu(meet, 1))
    behind = [0] * count
    hides: list[list[int]] = [[] for _ in range(count)]
    if len(first):
        relation = (
            _nearer(corners, normals, centres, eye, first, second)
            + _nearer(corners, normals, centres, eye, second, first) * -1
        )
        # Positive: the first is nearer and must come later.
        for i, j, r in zip(first.tolist(), second.tolist(), relation.tolist(), strict=True):
            if r > 0:
                hides[j].append(i)
                behind[i] += 1
            elif r < 0:
                hides[i].append(j)
                behind[j] += 1
    heap = [(-distance[i], i) for i in range(count) if behind[i] == 0]
    heapq.heapify(heap)
    order: list[int] = []
    done = [False] * count
    while len(order) < count:
        if not heap:
            stuck = max((i for i in range(count) if not done[i]), key=lambda i: distance[i])
            heap.append((-distance[stuck], stuck))
        _, i = heapq.heappop(heap)
        if done[i]:
            continue
        done[i] = True
        order.append(i)
        for j in hides[i]:
            behind[j] -= 1
            if behind[j] == 0 and not done[j]:
                heapq.heappush(heap, (-distance[j], j))
    return order


def _nearer(corners: Floats, normals: Floats, centres: Floats, eye: Floats, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """For each pair +1 where a plane of box `a` shows `a` to be nearer than `b`, -1 farther, 0 where none separates."""
    axes = normals[a].transpose(0, 2, 1)
    own = np.einsum("pij,pkj->pik", axes, corners[a] - centres[a][:, None])
    half = own.max(2)
    other = np.einsum("pij,pkj->pik", axes, corners[b] - centres[a][:, None])
    view = np.einsum("pij,pj->pi", axes, eye - centres[a])
    result = np.zeros(len(a), dtype=np.int64)
    best = np.full(len(a), -np.inf)
    for sign in (1.0, -1.0):
        gap = (other * sign).min(2) - half
        beyond = view * sign - half
        for axis in range(3):
            apart = gap[:, axis]
            take = (apart > -_SLACK) & (apart > best)
            best = np.where(take, apart, best)
            result = np.where(take, np.where(beyond[:, axis] > 0, -1, 1), result)
    return result
