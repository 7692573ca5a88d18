"""A complete mover for sidle, in Python: a sphere that is pushed out of what it has entered.

docs/movers.md explains the protocol. It needs no package.
"""
import json, math, sys

world = {"triangles": [], "boxes": {}}
body = {"position": [0.0] * 3, "velocity": [0.0] * 3, "ground": "none"}

def dot(a, b): return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
def sub(a, b): return [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
def add(a, b, s=1.0): return [a[0] + b[0] * s, a[1] + b[1] * s, a[2] + b[2] * s]

def nearest_in_triangle(p, t):
    """The point of a triangle nearest to p: the best of its face and its three edges."""
    a, b, c = t[0:3], t[3:6], t[6:9]
    u, v, w = sub(b, a), sub(c, a), sub(p, a)
    uu, uv, vv, wu, wv = dot(u, u), dot(u, v), dot(v, v), dot(w, u), dot(w, v)
    area = uu * vv - uv * uv
    if area > 0:
        s, r = (wu * vv - wv * uv) / area, (wv * uu - wu * uv) / area
        if s >= 0 and r >= 0 and s + r <= 1:
            return add(add(a, u, s), v, r)
    best = None
    for start, end in ((a, b), (b, c), (c, a)):
        edge = sub(end, start)
        length = dot(edge, edge)
        share = dot(sub(p, start), edge) / length if length > 0 else 0.0
        point = add(start, edge, min(max(share, 0.0), 1.0))
        if best is None or dot(sub(p, point), sub(p, point)) < dot(sub(p, best), sub(p, best)):
            best = point
    return best

def nearest_in_box(p, box):
    point = box["center"]
    for axis, half in zip(box["axes"], box["half_extents"]):
        point = add(point, axis, min(max(dot(sub(p, box["center"]), axis), -half), half))
    return point

def push_out():
    """Pushes the sphere out of everything, a few times, and takes the way into it from its velocity."""
    body["ground"], body["contacts"] = "none", []
    low, high = ([x + side * 2 * world["radius"] for x in body["position"]] for side in (-1, 1))
    near = [t for t, small, large in world["triangles"]
            if all(small[i] <= high[i] and large[i] >= low[i] for i in range(3))]
    shapes = [(nearest_in_triangle, t) for t in near] + [(nearest_in_box, b) for b in world["boxes"].values()]
    for _ in range(4):
        for nearest, shape in shapes:
            point = nearest(body["position"], shape)
            out = sub(body["position"], point)
            distance = math.sqrt(dot(out, out))
            if not 0 < distance < world["radius"]:
                continue
            normal = [x / distance for x in out]
            body["position"] = add(body["position"], normal, world["radius"] - distance)
            body["velocity"] = add(body["velocity"], normal, -min(dot(body["velocity"], normal), 0.0))
            body["contacts"].append({"point": point, "normal": normal, "depth": 0.0})
            if normal[1] > world["floor"]:
                body["ground"] = "floor"

def tick(dt, command, boxes):
    world["boxes"].update((box["id"], box) for box in boxes)
    tuning, yaw = world["tuning"], command["yaw"]
    ahead, right = [-math.sin(yaw), 0.0, -math.cos(yaw)], [math.cos(yaw), 0.0, -math.sin(yaw)]
    wish = add([x * command["forward"] for x in ahead], right, command["right"])
    speed = tuning["walk_speed"] / max(1.0, math.sqrt(dot(wish, wish)))
    fall = body["velocity"][1] - tuning["gravity"] * dt
    if command["jump"] and body["ground"] == "floor":
        fall = tuning["jump_speed"]
    body["velocity"] = [wish[0] * speed, fall, wish[2] * speed]
    body["position"] = add(body["position"], body["velocity"], dt)
    push_out()

for line in sys.stdin:
    request = json.loads(line)
    do, answer = request["do"], body
    if do == "hello":
        answer = {"name": "minimal-python", "version": "1", "can": ["tick", "save", "contacts"]}
    elif do == "world":
        shape, tuning = request["body"], request["tuning"]
        if shape["shape"] != "sphere":
            answer = {"error": "only spheres"}
        else:
            bounds = [(t, [min(t[i::3]) for i in range(3)], [max(t[i::3]) for i in range(3)])
                      for t in request["triangles"]]
            world = {"triangles": bounds, "boxes": {b["id"]: b for b in request["boxes"]},
                     "radius": shape["radius"], "tuning": tuning,
                     "floor": math.cos(math.radians(tuning["max_slope_deg"]))}
            answer = {}
    elif do == "reset":
        body = answer = {"position": request["position"], "velocity": request["velocity"], "ground": "none"}
    elif do == "tick":
        tick(request["dt"], request["command"], request["boxes"])
    elif do == "save":
        answer = {"state": body}
    elif do == "load":
        body = answer = dict(request["state"])
    else:
        break
    print(json.dumps(answer), flush=True)
