#!/usr/bin/env bash
# A Slurm of one's own on this machine: cluster.sh start FOLDER, cluster.sh stop FOLDER.
#
# Needs root and Debian's slurmctld, slurmd, slurm-client and munge; no systemd, no network but
# loopback. Everything it writes is in FOLDER: key, sockets, state and logs; after `start`,
# SLURM_CONF=FOLDER/slurm.conf is all that clients need. Exit code 77: it can't run here, and why.
# Jobs are tracked by cgroups where these are writable and of the first version, else by process
# ids; PYLAB_SLURM_CGROUPS=no has it never try.
set -euo pipefail

action=${1:?start or stop}
folder=$(realpath -m "${2:?a folder}")

unavailable() { echo "no Slurm here: $1" >&2; exit 77; }

ended() { # whether the process has gone within 5 s
  for _ in $(seq 50); do kill -0 "$1" 2>/dev/null || return 0; sleep 0.1; done
  return 1
}

stop() {
  node=$(cat "$folder/node" 2>/dev/null || echo none)
  groups=$(find /sys/fs/cgroup -maxdepth 2 -name "slurm_$node" 2>/dev/null || true)
  if [ -f "$folder/slurmctld.pid" ]; then # jobs first: nobody else ends them
    export SLURM_CONF="$folder/slurm.conf"
    timeout 5 scancel --quiet --user="$(id -un)" 2>/dev/null || true
    for _ in $(seq 50); do
      [ -n "$(timeout 5 squeue --noheader 2>/dev/null)" ] || break
      sleep 0.1
    done
  fi
  for name in slurmd slurmctld munged; do
    [ -f "$folder/$name.pid" ] || continue
    pid=$(cat "$folder/$name.pid")
    # only what this script has started: the process still has our folder in its command line
    if tr '\0' ' ' <"/proc/$pid/cmdline" 2>/dev/null | grep -qF "$folder"; then
      kill "$pid" 2>/dev/null || true
      ended "$pid" || kill -9 "$pid" 2>/dev/null || true
    fi
    rm -f "$folder/$name.pid"
  done
  for group in $groups; do
    for _ in $(seq 20); do
      find "$group" -name cgroup.procs -exec cat {} + 2>/dev/null | xargs -r kill -9 2>/dev/null || true
      find "$group" -depth -type d -exec rmdir {} + 2>/dev/null || true
      [ -d "$group" ] || break
      sleep 0.1
    done
  done
}

free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }

cgroups_writable() {
  local probe
  for kind in freezer memory cpuset; do
    probe=/sys/fs/cgroup/$kind/pylab-probe-$$
    { mkdir "$probe" && rmdir "$probe"; } 2>/dev/null || return 1
  done
}

start() {
  [ "$(id -u)" = 0 ] || unavailable "it has to be started by root"
  for name in munged slurmctld slurmd sbatch squeue scancel; do
    command -v "$name" >/dev/null || unavailable "$name is not installed"
  done
  mkdir -p "$folder/state" "$folder/spool"
  chmod 755 "$folder"
  node=pylab$$ # cgroups are named after it
  echo "$node" >"$folder/node"
  head -c 1024 /dev/urandom >"$folder/munge.key"
  chmod 400 "$folder/munge.key"
  socket="$folder/munge.socket"
  munged --force --key-file="$folder/munge.key" --socket="$socket" \
    --pid-file="$folder/munged.pid" --log-file="$folder/munged.log" --seed-file="$folder/munge.seed"

  if [ "${PYLAB_SLURM_CGROUPS:-yes}" != no ] && cgroups_writable; then
    printf 'CgroupPlugin=cgroup/v1\nCgroupAutomount=no\nConstrainCores=no\nConstrainRAMSpace=yes\n' \
      >"$folder/cgroup.conf"
    if daemons proctrack/cgroup task/cgroup; then return; fi
    echo "no node with cgroups; without them:" >&2
    tail -n 3 "$folder/slurmd.log" >&2 || true
    rm -rf "$folder/cgroup.conf" "$folder"/state/* "$folder"/spool/*
  fi
  daemons proctrack/linuxproc task/none && return
  stop
  unavailable "the node does not come up; see $folder/*.log"
}

daemons() { # slurmctld and slurmd with this tracking of processes and tasks; whether the node is up
  memory=$(awk '/MemTotal/ { print int($2 / 1024) }' /proc/meminfo)
  cat >"$folder/slurm.conf" <<CONF
ClusterName=pylab
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort=$(free_port)
SlurmdPort=$(free_port)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$socket
AccountingStoragePass=$socket
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
CredType=cred/munge
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
ProctrackType=$1
TaskPlugin=$2
ReturnToService=2
SchedulerParameters=sched_interval=1
MaxArraySize=${PYLAB_SLURM_ARRAY:-1001}
MinJobAge=10
KillWait=2
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
NodeName=$node NodeHostname=localhost NodeAddr=127.0.0.1 CPUs=$(nproc) RealMemory=$memory State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
  export SLURM_CONF="$folder/slurm.conf"
  slurmctld -f "$folder/slurm.conf" || return 1
  slurmd -N "$node" -f "$folder/slurm.conf" || return 1
  for _ in $(seq 100); do
    if sinfo --noheader --format=%T 2>/dev/null | grep -q '^idle'; then echo "$SLURM_CONF"; return; fi
    sleep 0.2
  done
  for name in slurmd slurmctld; do # for another try
    pid=$(cat "$folder/$name.pid" 2>/dev/null) || continue
    kill "$pid" 2>/dev/null || true
    ended "$pid" || kill -9 "$pid" 2>/dev/null || true
  done
  return 1
}

case "$action" in
  start) start ;;
  stop) stop ;;
  *) echo "cluster.sh: expected start or stop, found $action" >&2; exit 2 ;;
esac
