"""The Kubernetes base: its files are there, name each other rightly, and agree with container and service."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml

from bocage.app import NOTICE
from bocage.settings import Settings, load

ROOT = Path(__file__).parents[2]
BASE = ROOT / "deploy" / "kubernetes"
#: Kind → the version of the API that serves it, and what its spec may hold here.
KINDS = {
    "StatefulSet": (
        "apps/v1",
        {
            "podManagementPolicy",
            "replicas",
            "selector",
            "serviceName",
            "template",
            "updateStrategy",
            "volumeClaimTemplates",
        },
    ),
    "Service": ("v1", {"clusterIP", "ports", "publishNotReadyAddresses", "selector"}),
    "PodDisruptionBudget": ("policy/v1", {"maxUnavailable", "selector"}),
    "NetworkPolicy": ("networking.k8s.io/v1", {"ingress", "podSelector", "policyTypes"}),
}


def kustomization() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((BASE / "kustomization.yaml").read_text())
    return loaded


def documents() -> list[dict[str, Any]]:
    """Everything that the kustomization puts together."""
    return [
        document
        for name in kustomization()["resources"]
        for document in yaml.safe_load_all((BASE / name).read_text())
    ]


def one(kind: str, name: str = "bocage") -> dict[str, Any]:
    (found,) = [each for each in documents() if (each["kind"], each["metadata"]["name"]) == (kind, name)]
    return found


def container() -> dict[str, Any]:
    (found,) = one("StatefulSet")["spec"]["template"]["spec"]["containers"]
    loaded: dict[str, Any] = found
    return loaded


def settings() -> Settings:
    (generated,) = kustomization()["configMapGenerator"]
    return load(dict(literal.split("=", 1) for literal in generated["literals"]))


def test_every_file_is_put_together_and_nothing_else() -> None:
    assert {path.name for path in BASE.iterdir()} == {"kustomization.yaml", *kustomization()["resources"]}
    for document in documents():
        version, fields = KINDS[document["kind"]]
        assert document["apiVersion"] == version
        assert set(document) == {"apiVersion", "kind", "metadata", "spec"}
        assert set(document["spec"]) <= fields
        assert set(document["metadata"]) == {"name"}, "namespace and labels are the kustomization's"


def test_the_nodes_run_the_container_as_it_is_built() -> None:
    built = (ROOT / "deploy" / "Containerfile").read_text()
    pod = one("StatefulSet")["spec"]["template"]["spec"]
    assert f"--uid {pod['securityContext']['runAsUser']} " in built
    mounts = {mount["name"]: mount["mountPath"] for mount in container()["volumeMounts"]}
    assert f"BOCAGE_DATA={mounts['data']}" in built
    claims = {claim["metadata"]["name"] for claim in one("StatefulSet")["spec"]["volumeClaimTemplates"]}
    assert set(mounts) == claims | {volume["name"] for volume in pod["volumes"]}
    ports = {port["name"]: port["containerPort"] for port in container()["ports"]}
    assert f"BOCAGE_PORT={ports['http']}" in built
    metrics = settings().metrics_address()
    assert metrics is not None
    assert metrics[1] == ports["metrics"]
    assert settings().workers == 1
    (image,) = kustomization()["images"]
    assert image["name"] == container()["image"]
    (generated,) = kustomization()["configMapGenerator"]
    assert container()["envFrom"] == [{"configMapRef": {"name": generated["name"]}}]


def test_ports_and_selectors_name_what_exists() -> None:
    ports = {port["name"] for port in container()["ports"]}
    probes = [container()[f"{kind}Probe"]["httpGet"] for kind in ("readiness", "liveness", "startup")]
    named = [probe["port"] for probe in probes]
    for service in ("bocage", "bocage-nodes"):
        named += [port["targetPort"] for port in one("Service", service)["spec"]["ports"]]
    for rule in one("NetworkPolicy")["spec"]["ingress"]:
        named += [port["port"] for port in rule["ports"]]
    assert set(named) == ports
    assert [probe["path"] for probe in probes] == ["/readyz", "/healthz", "/healthz"]
    assert one("StatefulSet")["spec"]["serviceName"] == one("Service", "bocage-nodes")["metadata"]["name"]
    spec = one("StatefulSet")["spec"]
    (spread,) = spec["template"]["spec"]["topologySpreadConstraints"]
    matching = [spec["selector"], spread["labelSelector"], one("PodDisruptionBudget")["spec"]["selector"]]
    matching.append(one("NetworkPolicy")["spec"]["podSelector"])
    selecting = [each["matchLabels"] for each in matching]
    selecting += [one("Service", name)["spec"]["selector"] for name in ("bocage", "bocage-nodes")]
    assert selecting == [spec["template"]["metadata"]["labels"]] * 6
    # Labels that the kustomization adds change no selector: those of a StatefulSet cannot change later.
    assert all("includeSelectors" not in label for label in kustomization()["labels"])


def test_a_node_has_time_to_drain_and_another_one_stays() -> None:
    spec = one("StatefulSet")["spec"]
    word, seconds = container()["lifecycle"]["preStop"]["exec"]["command"]
    assert word == "sleep"
    grace = spec["template"]["spec"]["terminationGracePeriodSeconds"]
    assert grace >= int(seconds) + max(settings().drain, NOTICE) + 10
    assert spec["replicas"] > one("PodDisruptionBudget")["spec"]["maxUnavailable"] == 1


def test_nobody_gets_around_the_proxy_or_reads_metrics() -> None:
    """Else the setting * for the proxy would let everybody choose an address."""
    assert settings().proxies == "*"
    policy = one("NetworkPolicy")["spec"]
    assert policy["policyTypes"] == ["Ingress"]
    assert all(rule["from"] and rule["ports"] for rule in policy["ingress"])
    locked = container()["securityContext"]
    assert locked["readOnlyRootFilesystem"]
    assert not locked["allowPrivilegeEscalation"]
    assert locked["capabilities"] == {"drop": ["ALL"]}


def test_the_documentation_tells_what_is_still_to_be_made() -> None:
    page = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    (secret,) = [entry["valueFrom"]["secretKeyRef"] for entry in container()["env"]]
    assert re.search(rf"create secret generic {secret['name']} [^\n]*--from-literal={secret['key']}=", page)
    for rule in one("NetworkPolicy")["spec"]["ingress"]:
        (source,) = rule["from"]
        for name in source["namespaceSelector"]["matchLabels"].values():
            assert f"`{name}`" in page
